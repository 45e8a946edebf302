// Names for what the server sends and takes, for the pages' modules: `@import { View } from
// "protocol"`. Each is a type generated from docs/schemas (schemas.d.ts), or a part of one. What the
// pages fetch as files, which no schema describes, is in files.d.ts.

import type { Layout } from "./files.js";
import type * as schemas from "./schemas.js";

export type * from "./files.js";
export type { Order, View } from "./schemas.js";

/**
 * Any of some types, by every field that one of them or another has: for modules to which it is all
 * the same which it is.
 */
export type OfAny<T> = Pick<T, keyof T> & { [K in Exclude<KeyOfAny<T>, keyof T>]?: FieldOfAny<T, K> };
export type KeyOfAny<T> = T extends unknown ? keyof T : never;
export type FieldOfAny<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

// Sides.

export type Side = NonNullable<schemas.View["seat"]>;
export type Seat = ListedGame["you"];
export type BySide<T> = Record<Side, T>;

// What there is to play.

export type Welcome = schemas.InitializeResult;
export type Scenario = Welcome["scenarios"][number];
export type BattleFacts = NonNullable<Welcome["battles"]>[number];
export type ScenarioFacts = BattleFacts["scenarios"][number];
export type PackMark = NonNullable<schemas.View["pack"]>;
export type ListedPack = schemas.PackListResult["packs"][number];
export type ListedGame = schemas.GameListResult["games"][number];
export type WentOn = schemas.PackAfterResult;
export type Interlude = WentOn["interlude"];
export type InterludeOption = Interlude["options"][number];
export type NewGame = schemas.GameNewParams;
export type BranchGame = schemas.GameBranchParams;
export type Tokens = NonNullable<schemas.GameNewResult["tokens"]>;
export type Commanders = schemas.GameWatchResult["commanders"];

// Views.

export type Question = NonNullable<schemas.View["question"]>;
export type Unit = schemas.View["units"][number];
export type Arm = Unit["type"];
export type Control = OfAny<schemas.View["control"][number]>;
export type Victory = schemas.View["victory"];
export type Dice = schemas.View["dice"];
export type ShareState = NonNullable<Dice["shares"]>[Side];

// What players agree on beside the rules, and their clocks.

export type OpenOffer = NonNullable<schemas.View["offers"]>[number];
export type Offer = OfAny<OpenOffer["offer"]>;
export type Ending = NonNullable<schemas.View["ended"]>;
export type ClockTold = NonNullable<schemas.View["clock"]>;
export type ClockSettings = ClockTold["settings"];

// What people say of a game.

export type TalkTold = schemas.TalkReadResult;
export type RoomTold = TalkTold["watchers"];
export type Said = RoomTold["messages"][number];

// Cases.

/** What the edition that is played prints for a case. */
export type PrintedCase = NonNullable<NonNullable<schemas.GameExplainResult["refusal"]>["printed"]>;

// Orders, events and entries of the record.

/** What an order says, whichever it is. */
export type OrderFields = OfAny<FieldOfAny<schemas.Order, KeyOfAny<schemas.Order>>>;

/** An event as a seat is told it. */
export type ToldEvent = OfAny<schemas.Told>;
/** One thing that made a result what it is. */
export type Modifier = NonNullable<ToldEvent["modifiers"]>[number];

export type Entry = Changed["entries"][number];
/** A change of a game: with the view whole, or as a patch. */
export type Changed = schemas.GameChangedParams;

// Answers.

export type Options = schemas.Options;
export type PhaseEnding = OfAny<NonNullable<Options["ending"]>>;
export type Verb = schemas.Options["verbs"][number];
export type Explanation = schemas.GameExplainResult;

export type Advised = schemas.GameAdviceResult;
export type AdvisedOrder = Advised["counsel"][number];
export type Intent = Advised["intents"][number];

/** What is to be learnt of a turn. */
export type TurnLesson = schemas.GameLessonResult;

/** What is told of a moment that has been reviewed. */
export type MomentTold = schemas.GameReviewedParams;
export type ReviewedMoment = MomentTold["moment"];
/** The review of a whole game, as far as it has come. */
export type WholeReview = Extract<schemas.GameReviewResult, { reviewed: unknown }>;
export type Moment = WholeReview["moments"][number];

/** The answer to `game.targets` for one of its verbs. */
export type Targets<V extends string> = Extract<schemas.Targets, { verb: V }>;
export type SightTarget = Targets<"sight">["targets"][number];
export type ZoneTarget = Targets<"zones">["targets"][number];
export type ReachTarget = Targets<"reach">["targets"][number];

// Packs.

export type Fault = schemas.PackCheckResult["faults"][number];
export type DifferenceTold = schemas.PackCompareResult["differences"][number];
export type FactTold = NonNullable<DifferenceTold["here"]>;
export type SharedPacks = schemas.PackSharedResult;
export type SharedPack = SharedPacks["shares"][number];
export type SharedScenario = SharedPacks["scenarios"][number];
export type FactRead = schemas.PackReadersResult["facts"][number];
/** What an owner is asked of the printed sheets. */
export type StepsTold = schemas.PackStepsResult;
export type KindTold = StepsTold["kinds"][number];
export type StepTold = StepsTold["steps"][number];
export type AskedTold = StepTold["asked"][number];
export type WordTold = StepsTold["words"][string][number];
/** A sheet; what its layout is, the schema leaves open. */
export type DrawnMap = { svg: string; layout: Layout };
/** A sheet as an editor is told it: whole, or by what has changed. */
export type MapTold = schemas.PackCheckResult["maps"][string];
export type Splice = Extract<MapTold, { from: unknown }>["svg"][number];

// The methods, and what is told unasked.

export type Method = keyof schemas.Methods;
export type Params<M extends Method> = Methods[M]["params"];
export type Result<M extends Method> = Methods[M]["result"];

/** What takes an order: any by its schema, as which there are is said by those of the systems. */
type Ordering = "game.explain" | "game.order" | "game.preview";
type Methods = Omit<schemas.Methods, Ordering> & {
  [M in Ordering]: schemas.Methods[M] & { params: { order: schemas.Order } };
};

export type Notice = { [N in keyof schemas.Notices]: { method: N; params: schemas.Notices[N] } }[keyof schemas.Notices];
