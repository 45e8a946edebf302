// Writes the types of what the server sends and takes from docs/schemas: `npm run types`, here. A
// schema of a method gives `Method_Params` and `Method_Result` of its two halves, any other a type
// of its own name.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const SCHEMAS = new URL("../../../docs/schemas/", import.meta.url);
const TYPES = new URL("schemas.d.ts", import.meta.url);

/** "game.new" as "GameNew". */
function typeName(name) {
  return name.replace(/(^|[^a-z])([a-z])/g, (_, __, letter) => letter.toUpperCase());
}

/** A schema without `null`: where it stands for a field that may be left out, the server leaves it out. */
function present(schema) {
  if (Array.isArray(schema?.type)) return { ...schema, type: schema.type.filter((type) => type !== "null") };
  if (schema?.anyOf) return { ...schema, anyOf: schema.anyOf.filter(({ type }) => type !== "null") };
  return schema;
}

/**
 * A schema as it is meant: objects have no fields but those they name, a field that may be missing is never null, and another
 * file is the type that is made of it.
 */
function meant(schema) {
  if (Array.isArray(schema)) return schema.map(meant);
  if (schema === null || typeof schema !== "object") return schema;
  if (typeof schema.$ref === "string") return { tsType: typeName(schema.$ref.replace(/\.json$/, "")) };
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, meant(value)]));
  if (!inner.properties) return inner;
  const required = inner.required ?? [];
  const fields = Object.entries(inner.properties);
  inner.properties = Object.fromEntries(fields.map(([name, of]) => [name, required.includes(name) ? of : present(of)]));
  inner.additionalProperties ??= false;
  return inner;
}

async function typesOf(schema, name) {
  return compile(meant(schema), name, { bannerComment: "", format: false, unknownAny: true });
}

const files = (await readdir(SCHEMAS)).filter((file) => file.endsWith(".json")).sort();
const parts = await Promise.all(
  files.map(async (file) => {
    const { title: _, $schema: __, ...schema } = JSON.parse(await readFile(new URL(file, SCHEMAS), "utf8"));
    const name = typeName(file.replace(/\.json$/, ""));
    const { params, result } = schema.properties ?? {};
    if (!params || !result) return typesOf(schema, name);
    return `${await typesOf(params, `${name}Params`)}\n${await typesOf(result, `${name}Result`)}`;
  }),
);
await writeFile(TYPES, `// Made from docs/schemas by generate.js.\n\n${parts.join("\n")}`);
