// The fields of the chits.

import {
  choice,
  chosen,
  eachOf,
  form,
  labelled,
  ledger,
  maybe,
  optional,
  tables,
  ticks,
} from "../../../editor/form-specs.js";
import * as texts from "../texts/editor.js";
import { column, sourceColumn, sources } from "./labels.js";
import { brigades } from "./open-files.js";

const COMMANDER = tables("name side active-on:number casualty:number aware:number?", sources("label"), "case id");
const GENERAL = tables(
  "name side rating:number casualty:number released:number?",
  { brigade: chosen(brigades, optional) },
  "division?",
  sources("label", "casualty-label"),
  "case id",
);
const byName = eachOf((entry) => entry.name);

/** The order that an Event chit changes to, by the die. @type {import("../../../editor/form-specs.js").Spec} */
const orders = {
  kind: "cells",
  label: "",
  heads: () => ["1", "2", "3", "4", "5", "6"],
  rows: () => [{ title: texts.order, cells: "" }],
  cell: "choice",
  choices: [["", texts.noChange], ...Object.entries(texts.ORDERS)],
};

export const CHITS = form(
  texts.CHITS,
  {
    commander: ledger(byName, [column("active-on"), column("casualty"), sourceColumn()], {
      detail: labelled(COMMANDER, texts.COMMANDER),
    }),
    command: ledger(
      byName,
      [column("rating"), sourceColumn(), column("casualty", {}, ["casualty-label"]), sourceColumn("casualty-label")],
      { detail: labelled(GENERAL, texts.GENERAL) },
    ),
    event: tables(
      "name side text:long",
      { effect: choice(texts.EFFECTS) },
      "columns:number?",
      { orders: maybe(orders), moments: ticks(() => Object.entries(texts.MOMENTS)) },
      sources("name-label", "label"),
      "case id",
    ),
    wild: tables("name", { effect: choice(texts.WILD) }, sources("label"), "case id"),
  },
  "source:long",
);
