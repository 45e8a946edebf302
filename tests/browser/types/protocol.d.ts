// Names for what the server sends and takes, for the page's modules: `@import { View } from "protocol"`. Whatever
// docs/schemas describes comes from there (schemas.d.ts); written by hand is only what the schemas leave open today. As they
// say more, a type here becomes another name of a generated one.

import type * as schemas from "./schemas.js";

export type Side = "union" | "confederate";
export type Seat = Side | "both";
export type BySide<T> = Record<Side, T>;

export interface Citation {
  case: string;
  system: string;
}

/** A sentence and the case it rests on. */
export interface Cited extends Citation {
  text: string;
}

export interface Refused {
  message: string;
  case?: string;
  system?: string;
}

export type Scenario = schemas.InitializeResult["scenarios"][number];
export type PackMark = { id: string; title: string };
export type ListedPack = schemas.PackListResult["packs"][number];
export type ListedGame = schemas.GameListResult["games"][number];
export type Commanders = schemas.GameWatchResult["commanders"];
export type Fault = schemas.PackCheckResult["faults"][number];
export type Tokens = NonNullable<schemas.GameNewResult["tokens"]>;
export type NewGame = schemas.GameNewParams;

// Views.

export interface Question extends Cited {
  side: Side;
  kind: string;
  units: string[];
  hexes: string[];
}

export type ShareState = "awaited" | "committed" | "asked" | "bound" | "unbound" | "none";

export interface Dice {
  commitment: string;
  thrown: number;
  practice: boolean;
  revealed?: string;
  shares?: BySide<ShareState>;
  waiting?: Side[];
  throw?: { next: Partial<BySide<string>>; declared?: number; owed?: Side[] };
}

export interface VictoryLine extends Cited {
  side: Side;
  points: number;
}

export interface Victory extends BySide<number> {
  level: string;
  leader: Side | null;
  lines: VictoryLine[];
}

export type Arm = "infantry" | "cavalry" | "artillery" | "train";

/** What units of every game have. */
export interface Unit {
  id: string;
  side: Side;
  type: Arm;
  name: string;
  long?: string;
  hex: string | null;
  status: string;
  turn?: number;
  strength: number;
}

export interface Control {
  hex: string;
  name: string;
  side: Side | null;
  case: string;
  system?: string;
  text?: string;
  points?: BySide<number>;
}

/** What views of every game have. */
export interface View {
  game: string;
  scenario: string;
  system: string;
  map: string;
  pack?: PackMark;
  version: number;
  seat: Side | null;
  turn: number;
  turns: number;
  phase: string;
  phasing: Side | null;
  options: Record<string, boolean>;
  question: Question | null;
  units: Unit[];
  control: Control[];
  victory: Victory;
  dice: Dice;
  undo: boolean;
  redo: boolean;
}

// Events, orders and entries of the record.

/** An event as a seat is told it: `event` says which it is, the fields are those that the pages read of any. */
export interface ToldEvent {
  event: string;
  case: string;
  system: string;
  text?: string;
  secret?: Side;
  unit?: string;
  hex?: string;
  to?: string;
  from?: string;
  target?: string;
  path?: string[];
  defenders?: string[];
  die?: number;
  faces?: number[];
  cost?: number;
  column?: string;
  result?: string;
  succeeded?: boolean;
}

export type Order = schemas.BlueGrayOrder | schemas.KernstownOrder;

/** What orders may name, whichever they are. */
export interface OrderFields {
  unit?: string;
  units?: string[];
  attackers?: string[];
  defenders?: string[];
  column?: string;
  to?: string;
  path?: string[];
  hex?: string;
  target?: string;
  shots?: Announced[];
  assaults?: Announced[];
  brigade?: string | null;
  chit?: string;
  chits?: string[];
  order?: string;
}

/** Units that fire at, or close with, a hex. */
export interface Announced {
  units: string[];
  target: string;
  canister?: boolean;
}

export interface Entry {
  version: number;
  side: Side;
  order?: Order;
  events?: ToldEvent[];
  reason?: string;
  undo?: number;
  redo?: number;
  commit?: string;
  seed?: string;
  given?: true;
  declared?: Order;
  links?: BySide<string>;
  reveal?: string;
}

export interface Changed {
  game?: string;
  version: number;
  hash: string;
  entries: Entry[];
  view: View;
}

// Answers.

export interface Verb {
  verb: string;
  case: string;
  system?: string;
  subjects: string[];
}

/** Any of the answers to `game.preview`; each game says which of the rest there is. */
export interface Preview {
  legal: boolean;
  refusal?: Refused;
  events?: ToldEvent[];
}

export interface Explanation {
  legal: boolean;
  asked: (Cited & { passed: boolean })[];
  refusal?: Refused;
}

export interface Stroke {
  from: string;
  to: string;
  purpose: "move" | "attack";
}

export interface AdvisedOrder {
  order: Order;
  reason: string;
  strokes: Stroke[];
}

export interface Moment {
  version: number;
  turn: number;
  side: Side;
  points: BySide<number>;
}

export interface Outlook {
  games: number;
  margin: number;
  within: number;
  won: BySide<number>;
}

export interface ReviewOfMoment {
  version: number;
  outlook: Outlook | null;
  counsel: AdvisedOrder[];
}

export interface SightObstacle extends Cited {
  hex: string;
  view: string;
}

export interface SightTarget {
  hex: string;
  range: number;
  view: "clear" | "obscured" | "blocked";
  by: SightObstacle[];
}

/** A hex in a zone of control. */
export interface ZoneTarget {
  hex: string;
  side: Side;
  by: { unit: string; hex: string }[];
}

/** A hex that units could come to. */
export interface ReachTarget {
  hex: string;
  by: { unit: string; cost: number }[];
}

// Maps, packs and the reference.

/** A hex of a drawn map. */
export interface LayoutHex {
  hex: string;
  x: number;
  y: number;
  column: number;
  row: number;
  ground: string;
  certainty?: string;
  neighbours: (string | null)[];
  name?: string;
  text?: string;
}

export interface Layout {
  title: string;
  about?: string;
  layout: string;
  width: number;
  height: number;
  radius: number;
  origin: { x: number; y: number };
  end: { x: number; y: number };
  corners: { x: number; y: number }[];
  directions: string[];
  doubts: { hexes: string[]; kept: string; text: string }[];
  hexes: LayoutHex[];
}

export interface DrawnMap {
  svg: string;
  layout: Layout;
}

/** A data file as JSON: what stands in it is for its forms and for the server. */
export type DataFile = Record<string, any>;
export type DataFiles = Record<string, DataFile>;

export interface CheckedPack {
  faults: Fault[];
  maps: Record<string, DrawnMap>;
}

export interface DiagramUnit {
  hex: string;
  side: Side;
  type: Arm;
  strength: number;
  name?: string;
  ineffective?: boolean;
}

export interface Diagram {
  layout: Layout;
  svg?: string;
  picture?: string;
  units: DiagramUnit[];
  marks: { hex: string; kind: string; text?: string }[];
  arrows: { from: string; to: string; kind: string }[];
  caption?: string;
}

export interface RulesTable {
  title?: string;
  note?: string;
  head?: string[];
  rows?: string[][];
}

export interface RulesCase {
  number: string;
  title: string;
  text?: string;
  chapter?: string;
  ruling?: string;
  see?: string[];
  table?: RulesTable;
  diagram?: Diagram;
}

export interface RulesSystem {
  system: string;
  title: string;
  chapters: { number: string; title: string; intro?: string }[];
  cases: RulesCase[];
}

export interface RulesReference {
  systems: RulesSystem[];
}

export interface TutorialTask {
  side: Side;
  order: Order;
  look: string[];
  say?: string;
  why?: string;
}

export interface TutorialStep {
  title: string;
  case: string;
  text: string;
  after: string;
  any: boolean;
  begin?: { dice: number[]; position?: object };
  tasks: TutorialTask[];
}

export interface Tutorial {
  title: string;
  scenario: string;
  side: Side;
  steps: TutorialStep[];
}

// The methods.

interface Told {
  version: number;
  hash: string;
  view: View;
}

type Seated = { game: string; token?: string };
type Started = Told & { game: string; tokens: Tokens };

/** The methods that the pages call: what each takes, and what it gives. */
export interface Methods {
  initialize: [params: object, result: schemas.InitializeResult];
  "game.new": [params: object, result: Started];
  "game.position": [params: object, result: Started];
  "game.load": [params: { record: string }, result: Started];
  "game.list": [params: schemas.GameListParams, result: schemas.GameListResult];
  "game.view": [params: Seated & { version?: number }, result: View];
  "game.watch": [params: schemas.GameWatchParams, result: schemas.GameWatchResult & Changed];
  "game.unwatch": [params: Seated, result: object];
  "game.options": [params: Seated, result: { verbs: Verb[] }];
  "game.targets": [params: Seated & { verb: string; subject: unknown }, result: { targets: unknown[] }];
  "game.preview": [params: Seated & { order: Order }, result: Preview];
  "game.explain": [params: Seated & { order: Order }, result: Explanation];
  "game.order": [params: Seated & { order: Order; version?: number }, result: Told & { events: ToldEvent[] }];
  "game.undo": [params: Seated, result: Told];
  "game.redo": [params: Seated, result: Told];
  "game.share": [params: Seated & { commit?: string; commitment?: string; seed?: string }, result: Told];
  "game.log": [params: Seated & { since: number }, result: { entries: Entry[] }];
  "game.save": [params: Seated, result: schemas.GameSaveResult];
  "game.advice": [params: Seated, result: { version: number; counsel: AdvisedOrder[] }];
  "game.review": [params: Seated & { version?: number }, result: { moments: Moment[] } & ReviewOfMoment];
  "pack.open": [params: schemas.PackOpenParams, result: schemas.PackOpenResult];
  "pack.check": [params: { files: DataFiles; base?: string }, result: CheckedPack];
  "pack.keep": [params: schemas.PackKeepParams, result: schemas.PackKeepResult];
  "pack.load": [params: schemas.PackLoadParams, result: schemas.PackLoadResult];
  "pack.list": [params: schemas.PackListParams, result: schemas.PackListResult];
}

export type Method = keyof Methods;
export type Params<M extends Method> = Methods[M][0];
export type Result<M extends Method> = Methods[M][1];
