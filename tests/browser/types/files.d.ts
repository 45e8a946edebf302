// Files that the server gives or takes: a sheet's layout, the reference with its diagrams, lessons,
// what stands in a data pack. No schema describes these, so their types are written by hand; in Rust
// they are hexmap's `sheet`, catalog's `reference`, `diagram` and `tutorial`, and the packs' readers.

import type { Side, Unit } from "./protocol.js";
import type { Order } from "./schemas.js";

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
  /** On a map of two sheets: its number with what the other sheet prints there. */
  label?: string;
  /** Where the map has levels. */
  level?: number;
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

export interface DiagramUnit {
  hex: string;
  side: Side;
  type: Unit["type"];
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

/** What an edition prints for a case, where it is not the number of the reference. */
export interface EditionCase {
  edition: string;
  case: string;
  system: string;
  "not-held"?: true;
}

export interface RulesCase {
  number: string;
  title: string;
  text?: string;
  chapter?: string;
  ruling?: string;
  see?: string[];
  printed?: EditionCase[];
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
  options?: Record<string, boolean>;
  steps: TutorialStep[];
}

/** A data file as JSON: what stands in it is for its forms and for the server. */
export type DataFile = Record<string, any>;
export type DataFiles = Record<string, DataFile>;
