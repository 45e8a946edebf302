// Names for what the server tells of games of the Blind Swords beyond what it tells of any: see
// protocol.d.ts.

import type { FieldOfAny, KeyOfAny, OfAny } from "./protocol.js";
import type * as schemas from "./schemas.js";

export type SwordsView = schemas.KernstownView;
export type SwordsUnit = SwordsView["units"][number];
export type SwordsQuestion = NonNullable<SwordsView["question"]>;
export type Chit = SwordsView["cup"]["others"][number];
export type Brigade = SwordsView["brigades"][number];
/** What is barred, and why. */
export type Barred = NonNullable<Brigade["barred"]>[number];
export type StandingOrders = NonNullable<SwordsView["instructions"]>;
export type Answering = StandingOrders["advance"];
export type Asking = SwordsView["asking"]["union"];

/** An event as a seat is told it. */
export type SwordsEvent = OfAny<schemas.KernstownTold>;

/** What an order says, whichever it is. */
export type SwordsFields = OfAny<FieldOfAny<schemas.KernstownOrder, KeyOfAny<schemas.KernstownOrder>>>;
/** Units that fire at, or close with, a hex. */
export type Announced = NonNullable<SwordsFields["shots"]>[number];

/** An order that may be given, as `game.targets` offers it. */
export type OfferedOrder = Extract<schemas.KernstownTargets["targets"][number], { order: unknown }>;

export type SwordsPreview = schemas.KernstownPreview;
export type FirePreview = Extract<SwordsPreview, { fires: unknown }>["fires"][number];
export type ClosePreview = Extract<SwordsPreview, { assaults: unknown }>["assaults"][number];

/** What comes of a combat for the unit that leads. */
export type Led = FirePreview["targets"][number] | ClosePreview["ways"][number];
export type Chances = NonNullable<Led["chances"]>;
export type Test = keyof NonNullable<Led["tests"]>;
