// Writes the types of what the server sends and takes from docs/schemas: `npm run types`, here. The
// schema of a method gives two, `GameNewParams` and `GameNewResult`, that of a notice the former,
// any other one of its own name. Beside them stand `Methods`, `Notices` and, of what each system has
// a schema of, all together: `View` is `BlueGrayView | KernstownView`.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const SCHEMAS = new URL("../../../docs/schemas/", import.meta.url);
const TYPES = new URL("schemas.d.ts", import.meta.url);

/** What a schema says besides what may be. */
const REMARKS = new Set(["default", "description"]);

/** "game.new" as "GameNew". */
function typeName(name) {
  return name.replace(/(^|[^a-z])([a-z])/g, (_, __, letter) => letter.toUpperCase());
}

/** An object with each of its values made into another. */
function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** A schema without `null`: where it stands for a field that may be left out, the server leaves it out. */
function present(schema) {
  if (Array.isArray(schema?.type)) {
    const values = schema.enum && { enum: schema.enum.filter((value) => value !== null) };
    return { ...schema, ...values, type: schema.type.filter((type) => type !== "null") };
  }
  if (schema?.anyOf) return { ...schema, anyOf: schema.anyOf.filter(({ type }) => type !== "null") };
  return schema;
}

/**
 * A schema as it is meant: objects have no fields but those they name, a field that may be missing
 * is never null, another file is the type that is made of it, what contains itself is a type of its
 * own beside that of its file, `own`, and a schema that says nothing means that anything may be.
 */
function meant(schema, own) {
  const of = (part) => meant(part, own);
  if (Array.isArray(schema)) return schema.map(of);
  if (schema === null || typeof schema !== "object") return schema;
  if (typeof schema.$ref === "string") {
    const inside = schema.$ref.match(/^#\/\$defs\/(.*)$/)?.[1];
    return { tsType: inside ? `${own}${inside}` : typeName(schema.$ref.replace(/\.json$/, "")) };
  }
  if (Object.keys(schema).every((key) => REMARKS.has(key))) return { ...schema, tsType: "unknown" };
  const inner = mapped(schema, (value, key) => {
    if (REMARKS.has(key)) return value;
    return key === "properties" || key === "patternProperties" ? mapped(value, of) : of(value);
  });
  if (inner.properties) {
    const required = new Set(inner.required);
    inner.properties = mapped(inner.properties, (part, name) => (required.has(name) ? part : present(part)));
  }
  const closed = inner.properties || (inner.type === "object" && !inner.patternProperties);
  if (closed) inner.additionalProperties ??= false;
  return inner;
}

async function typesOf({ $defs = {}, ...schema }, name) {
  const all = [[name, schema], ...Object.entries($defs).map(([inside, part]) => [`${name}${inside}`, part])];
  const compiled = all.map(([of, part]) =>
    compile(meant(part, name), of, { bannerComment: "", format: false, unknownAny: true }),
  );
  return (await Promise.all(compiled)).join("\n");
}

/** Methods, notices and what each system has a schema of, by their names. */
const methods = new Map();
const notices = new Map();
const bySystem = new Map();

const files = (await readdir(SCHEMAS)).filter((file) => file.endsWith(".json")).sort();
const parts = await Promise.all(
  files.map(async (file) => {
    const { title: _, $schema: __, ...schema } = JSON.parse(await readFile(new URL(file, SCHEMAS), "utf8"));
    const id = file.replace(/\.json$/, "");
    const name = typeName(id);
    const { params, result } = schema.properties ?? {};
    if (!params) {
      const kind = typeName(id.replace(/^.*\./, ""));
      bySystem.set(kind, [...(bySystem.get(kind) ?? []), name]);
      return typesOf(schema, name);
    }
    const types = await typesOf(params, `${name}Params`);
    if (!result) {
      notices.set(id, `${name}Params`);
      return types;
    }
    methods.set(id, `{ params: ${name}Params; result: ${name}Result }`);
    return `${types}\n${await typesOf(result, `${name}Result`)}`;
  }),
);

function table(name, rows) {
  const lines = [...rows].sort().map(([key, type]) => `"${key}": ${type}\n`);
  return `export interface ${name} {\n${lines.join("")}}\n`;
}

const unions = [...bySystem].sort().map(([kind, names]) => `export type ${kind} = ${names.sort().join(" | ")}\n`);
const all = [...parts, table("Methods", methods), table("Notices", notices), ...unions];
await writeFile(TYPES, `// Made from docs/schemas by generate.js.\n\n${all.join("\n")}`);
