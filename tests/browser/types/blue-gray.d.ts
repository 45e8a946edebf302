// Names for what the server tells of games of Blue & Gray beyond what it tells of any: see
// protocol.d.ts.

import type { OfAny } from "./protocol.js";
import type * as schemas from "./schemas.js";

export type { BlueGrayView } from "./schemas.js";
export type BlueGrayUnit = schemas.BlueGrayView["units"][number];
export type BlueGrayQuestion = NonNullable<schemas.BlueGrayView["question"]>;

/** An event as a seat is told it. */
export type BlueGrayEvent = OfAny<schemas.BlueGrayTold>;

/** The answers to `game.targets`, by its verb. */
export type BlueGrayTargets = { [V in schemas.BlueGrayTargets["verb"]]: Extract<schemas.BlueGrayTargets, { verb: V }> };
export type MoveTarget = BlueGrayTargets["move"]["targets"][number];
export type ExitTarget = BlueGrayTargets["exit"]["targets"][number];
export type RetreatTarget = BlueGrayTargets["retreat"]["targets"][number];
export type Displacement = RetreatTarget["displace"][number];
export type AttackAnswer = BlueGrayTargets["attack"];

/** What an attack would do, or why it may not be made; then what it would do. */
export type AttackDraft = NonNullable<AttackAnswer["draft"]>;
export type AttackPreview = Extract<AttackDraft, { legal: true }>;

/** A side's standing orders, where units retreat by them, and where each would now. */
export type Instructions = NonNullable<schemas.BlueGrayView["instructions"]>;
export type RetreatRule = Instructions["retreat"];
export type PlannedRetreat = Extract<schemas.BlueGrayPreview, { retreats: unknown }>["retreats"][number];

/** Conditional orders, and what the enemy's next attacks could ask. */
export type Conditional = NonNullable<Instructions["conditional"]>[number];
export type Reply = Conditional["answers"][number]["give"];
export type Foreseen = BlueGrayTargets["foresee"];
export type ForeseenQuestion = NonNullable<Foreseen["attack"]>["questions"][number];
