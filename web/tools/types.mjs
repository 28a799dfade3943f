// SPDX-License-Identifier: MIT
// Turns the protocol's JSON Schema into TypeScript: node tools/types.mjs SCHEMA OUT.
//
// What the pages send and expect is then checked by the compiler against the same file that the
// server's own tests hold live traffic to.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const [from, to] = process.argv.slice(2);
if (!to) {
  console.error("usage: node tools/types.mjs SCHEMA OUT");
  process.exit(2);
}
const { $defs: defs } = JSON.parse(readFileSync(from, "utf8"));
// A word of the schema may have the name of a struct; its type is called after both.
const name_of = (group, name) =>
  group === "words" || !(name in defs.words) ? name : `${name}Fields`;

function type_of(schema) {
  if (schema.$ref) {
    const [, , group, name] = schema.$ref.split("/");
    return group === "orders" ? `Orders["${name}"]` : name_of(group, name);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map((one) => type_of(one)).join(" | ");
  if (schema.type === "array") {
    if (!schema.items) return "unknown[]";
    if (schema.minItems === 3 && schema.maxItems === 3)
      return `[${Array(3).fill(type_of(schema.items)).join(", ")}]`;
    return `(${type_of(schema.items)})[]`;
  }
  if (schema.type === "object") {
    if (!schema.properties) {
      return typeof schema.additionalProperties === "object"
        ? `Record<string, ${type_of(schema.additionalProperties)}>`
        : "Record<string, never>";
    }
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties).map(
      ([name, one]) => `${name}${required.has(name) ? "" : "?"}: ${type_of(one)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  return (
    { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[
      schema.type
    ] ?? "unknown"
  );
}

const topics = {
  property: "PropertyTopic",
  table: "TableTopic",
  terminal: "TerminalTopic",
  seat: "SeatTopic",
  console: "ConsoleTopic",
  places: "PlacesTopic",
  cage: "CageTopic",
};
const lines = ["// Made by tools/types.mjs from docs/formats/protocol.schema.json."];
for (const group of ["words", "structs"]) {
  for (const [name, schema] of Object.entries(defs[group]))
    lines.push(`export type ${name_of(group, name)} = ${type_of(schema)};`);
}
lines.push("export interface Orders {");
for (const [name, schema] of Object.entries(defs.orders))
  lines.push(`  ${name}: ${type_of(schema)};`);
lines.push("}");
for (const one of defs.server.items.oneOf) {
  const { snapshot, delta, reply, ok } = one.properties;
  if (reply) lines.push(`export type ${ok.const ? "ServerReply" : "Refusal"} = ${type_of(one)};`);
  if (!snapshot || delta) continue;
  for (const [word, name] of Object.entries(topics)) {
    if (new RegExp(`[\\^(|]${word}[/$|)]`).test(snapshot.pattern))
      lines.push(`export type ${name} = ${type_of(one.properties.state)};`);
  }
}
lines.push(`export type ClientRequest = ${type_of(defs.client)};`);
lines.push(
  "export type Message =",
  ...defs.server.items.oneOf.map((one) => `  | ${type_of(one)}`),
  ";",
);
// Builds and tests may make the file at the same time, so that a reader must never see half of it.
mkdirSync(dirname(to), { recursive: true });
const partial = `${to}.${process.pid}`;
writeFileSync(partial, lines.join("\n") + "\n");
renameSync(partial, to);
