// What the server tells of games of the Blind Swords beyond what it tells of any: see protocol.d.ts.

import type { Announced, BySide, Citation, Cited, Order, OrderFields, Preview, Question, Refused, Side, ToldEvent, Unit, View } from "./protocol.js";

export interface Chit {
  id: string;
  name: string;
  side?: Side | null;
  text?: string;
  case?: string;
  rating?: number;
  casualty?: boolean;
  recommended?: { place: number; why: string };
}

/** What is printed on a counter and lies on it, whether in a game or in a file. */
export interface SwordsCounter {
  id: string;
  name: string;
  side: Side;
  type: Unit["type"];
  weapon: string;
  strength: number;
  cohesion: number;
  brigade?: string | null;
  worn: boolean;
  hits: number;
  hex?: string | null;
  mounted?: true;
  skirmish?: true;
  "low-ammo"?: true;
  frozen?: true;
  chaos?: true;
  fired?: true;
  moved?: true;
  charged?: true;
  acted?: true;
  fragile?: boolean;
  sharpshooter?: true;
  now?: { strength: number; cohesion: number; supported: boolean };
}

export interface SwordsUnit extends SwordsCounter {
  hex: string | null;
  status: "map" | "due" | "broken" | "eliminated" | "exited";
  track?: number;
  turn?: number;
  entry?: string;
}

export interface SwordsQuestion extends Question {
  chit?: string;
  drawn?: Chit;
}

export interface Hand {
  events: number;
  keys: { count: number; chits: Chit[] | null };
  held: { count: number; chits: Chit[] | null };
  aside: Chit[];
  discarded: Chit[];
}

export interface Brigade {
  id: string;
  name: string;
  side: Side;
  division: string | null;
  activated: boolean;
}

export type Answering = "ask" | "always" | "never";

export interface StandingOrders {
  "opportunity-fire": Answering;
  "defensive-fire": Answering;
  withdrawal: Answering;
  advance: Answering;
  "no-chits-at": string[];
  "pass-artillery": boolean;
  "pass-held"?: boolean;
}

export type Asking = "every-moment" | "when-playable";

export interface SwordsView extends View {
  question: SwordsQuestion | null;
  combat: { kind: "fire" | "close"; side: Side; units: string[]; target: string; lead: string | null } | null;
  units: SwordsUnit[];
  time: string;
  times: string[];
  activation: {
    side: Side;
    brigade: string;
    name: string;
    grant: "full" | "limited" | "spent" | "commander" | "special";
    order: string | null;
    step: "arrivals" | "orders" | "fire" | "movement" | "close" | "rally";
    moving: { units: string[]; left: number; charge: boolean } | null;
  } | null;
  cup: BySide<Hand> & { others: Chit[]; fortunes: boolean };
  brigades: Brigade[];
  cases: Record<
    "advance" | "artillery" | "asking" | "defensive-fire" | "held" | "opportunity-fire" | "withdrawal",
    Citation
  >;
  rare: unknown[];
  asking: BySide<Asking>;
  instructions: StandingOrders | null;
}

/** An order that may be given, as `game.targets` offers it. */
export interface OfferedOrder {
  case?: string;
  order: Order;
  hex?: string;
  text?: string;
  cost?: number;
}

/** What an order says besides what every order may. */
export interface SwordsFields extends OrderFields {
  shot?: Announced;
  rally?: "recover" | "rebuild";
  columns?: number;
  charge?: boolean;
  exit?: string;
}

export interface Shift {
  case: string;
  columns: number;
  id: string;
  name: string;
}

export interface Chances {
  broken: number[];
  depleted: number;
  eliminated: number;
  morale: number;
  "no-effect": number;
  retreat: Record<string, number>;
}

export type Test = "none" | "routine" | "tough" | "severe";

/** What comes of a combat for the unit that leads. */
export interface Led {
  lead: string;
  cohesion: number;
  supported: boolean;
  column: string | null;
  shifts: Shift[];
  tests: Record<Test, number>;
  chances: Chances;
}

export interface FirePreview {
  target: string;
  start: string | null;
  "next-column": { column: string; missing: number } | null;
  strength: number;
  flanking: boolean;
  "flanking-case"?: string;
  units: {
    unit: string;
    band: string;
    strength: number;
    brought: number;
    factors: { case: string; name: string; times: number }[];
  }[];
  sights: { from: string; sight: { view: string; obstacles: (Cited & { hex: string })[] } }[];
  targets: Led[];
}

export interface ClosePreview {
  target: string;
  units: string[];
  ways: (Led & {
    assaulting: string;
    attack: number;
    defence: number;
    total: number;
    start: string | null;
    attacker: { depleted: number; morale: number; retreats: number };
  })[];
}

export interface SwordsPreview extends Preview {
  fires?: FirePreview[];
  assaults?: ClosePreview[];
  refused?: Refused;
}

/** What events of this game tell beyond what any does. */
export interface SwordsEvent extends ToldEvent {
  units?: string[];
  lead?: string;
  test?: string;
}
