// What the server tells of games of Blue & Gray beyond what it tells of any: see protocol.d.ts.

import type { Arm, Citation, Cited, Question, Refused, ToldEvent, Unit, View } from "./protocol.js";

export interface BlueGrayUnit extends Unit {
  movement: number;
  "own-movement"?: boolean;
  entry?: string[];
  status: "map" | "due" | "exited" | "eliminated";
  moved: boolean;
  attacked: boolean;
  retreated: boolean;
  advanced: boolean;
  ineffective: boolean;
  fixed?: true;
  notes?: (Cited & { urgent?: true })[];
}

/** What is printed on a counter, whether in a game or in a file. */
export interface PrintedUnit {
  id: string;
  name: string;
  side: Unit["side"];
  type: Arm;
  strength: number;
  movement: number;
  "own-movement"?: boolean;
  hex: string | null;
  ineffective?: boolean;
  fixed?: true;
}

export interface BlueGrayQuestion extends Question {
  need?: number;
  stuck?: (Cited & { unit: string })[];
}

export interface Quota {
  moved: number;
  limit: number;
  text: string;
  case: string;
  system: string;
  more?: Cited & { hex: string };
}

export interface BlueGrayView extends View {
  question: BlueGrayQuestion | null;
  units: BlueGrayUnit[];
  phase: "movement" | "combat" | "over";
  phasing: Unit["side"];
  night: number[];
  "night-rules": (Cited & { side: Unit["side"] })[];
  combat: { attackers: string[]; bombarding: string[]; defenders: string[] } | null;
  owed: { attackers: string[]; defenders: string[]; cases: (Cited & { units: string[]; hexes: string[] })[] };
  quota: Quota | null;
}

export interface MoveTarget {
  hex: string;
  cost: number;
  path: string[];
  stop: boolean;
}

export interface Displacement {
  unit: string;
  hex: string;
  /** False where nobody has to make room for this one in turn. */
  on: boolean;
}

export interface RetreatTarget {
  hex: string;
  displace: Displacement[];
}

export type AttackMode = "adjacent" | "bombardment";

export interface AttackTarget {
  hex: string;
  units: string[];
  mode: AttackMode;
  range: number;
  case: string;
}

export interface AttackAnswer {
  targets: AttackTarget[];
  attackers: { unit: string; mode: AttackMode; must: boolean; case: string }[];
  blocked: (Cited & { hex: string; by: string[] })[];
  draft: AttackPreview | null;
}

export interface AttackPreview {
  legal: boolean;
  refusal?: Refused;
  attackers: { unit: string; strength: number; mode: AttackMode; range?: number }[];
  attack: number;
  cases: { columns: Citation; odds: Citation };
  defenders: {
    hex: string;
    units: { unit: string; strength: number; counts: boolean }[];
    strength: number;
    multiples: (Cited & { by: number })[];
    best: number;
    total: number;
  }[];
  defence: number;
  column: string;
  columns: { column: string; results: string[] }[];
  chances: { result: string; sixths: number; text: string }[];
  sight: { unit: string; hex: string; crosses: boolean }[];
}

/** The answers to `game.targets`, by its verb. */
export interface BlueGrayTargets {
  move: { targets: MoveTarget[]; zones: string[] };
  exit: { targets: MoveTarget[] };
  retreat: { targets: RetreatTarget[] };
  "withdraw-battery": { targets: RetreatTarget[] };
  advance: { targets: { hex: string }[] };
  lose: { targets: { units: string[] }[] };
  attack: AttackAnswer;
}

/** What events of this game tell beyond what any does. */
export interface BlueGrayEvent extends ToldEvent {
  attackers?: string[];
  bombarding?: string[];
  attack?: number;
  defence?: number;
}
