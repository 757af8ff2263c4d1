import assert from "node:assert/strict";
import test from "node:test";
import * as TypeBox from "typebox";
import * as own from "../src/types.ts";

/** A schema of each builder, with options, and records whose fields are optional in part or all. */
const schemasOf = (Type: typeof own) => {
  const text = Type.String({ minLength: 1, xml: { attribute: true } });
  const nullable = Type.Union([text, Type.Null()], { xml: {} });
  const optional = Type.Optional(nullable);
  return {
    text,
    nullable,
    optional,
    plain: [Type.String(), Type.Number(), Type.Integer(), Type.Boolean(), Type.Null()],
    described: [Type.Number({ minimum: 0 }), Type.Integer({ maximum: 9 }), Type.Boolean({ description: "A flag." })],
    literals: [Type.Literal("USD"), Type.Literal(1), Type.Literal(true, { description: "Yes." })],
    choice: Type.Enum(["one", "two"], { description: "One of two." }),
    list: [Type.Array(text), Type.Array(text, { maxItems: 3 })],
    record: Type.Object({ text, optional }, { xml: { name: "Record" } }),
    allOptional: Type.Object({ optional }),
    empty: Type.Object({}),
    nested: Type.Object({ list: Type.Array(Type.Object({ text })), optional: Type.Optional(Type.Object({ text })) }),
  };
};

/** The value with hidden properties too, and whether each is hidden. */
const everything = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([key]) => !(Array.isArray(value) && key === "length"))
    .map(([key, { value: inner, enumerable, writable, configurable }]) => [
      key,
      { enumerable, writable, configurable, inner: everything(inner) },
    ]);
};

test("the builders make TypeBox's schemas, with their hidden properties in the same order", () => {
  assert.deepEqual(everything(schemasOf(own)), everything(schemasOf(TypeBox as never)));
  assert.match(JSON.stringify(everything(own.Optional(own.String()))), /~optional/, "hidden properties are compared");
});

test("a schema that became optional stays required elsewhere", () => {
  const text = own.String();
  own.Optional(text);
  assert.deepEqual(own.Object({ text }).required, ["text"]);
});
