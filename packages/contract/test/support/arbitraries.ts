import fc from "fast-check";
import type Type from "typebox";
import { forbiddenCharacter } from "../../src/characters.ts";
import { type FieldModel, type LeafModel, type Model, modelOf, type TextModel } from "../../src/codec/model.ts";

/**
 * Values that match a schema in the form in which its codec returns them: no null in optional fields, identifiers in lower
 * case. With `amounts`, numbers have the decimals of catalogue amounts; otherwise they are any finite numbers.
 */
export function valuesOf<S extends Type.TSchema>(
  schema: S,
  options = { amounts: false },
): fc.Arbitrary<Type.Static<S>> {
  return arbitrary(modelOf(schema), options.amounts) as fc.Arbitrary<Type.Static<S>>;
}

function arbitrary(model: Model, amounts: boolean): fc.Arbitrary<unknown> {
  switch (model.kind) {
    case "record": {
      const fields = model.fields.map((field) => [field.key, fieldArbitrary(field, amounts)] as const);
      const requiredKeys = model.fields.filter((field) => !field.optional).map((field) => field.key);
      return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
    }
    case "list":
      return fc.array(arbitrary(model.items, amounts), { maxLength: Math.min(4, model.maxItems) });
    case "text":
      return textArbitrary(model, 0);
    case "flag":
      return fc.boolean();
    default: {
      const min = Math.max(model.minimum, amounts ? -1e9 : -1e300);
      const max = Math.min(model.maximum, amounts ? 1e9 : 1e300);
      const number = fc
        .double({ min, max, noNaN: true })
        .map((value) => (amounts ? Math.round(value * 1e4) / 1e4 : value));
      // Adding zero turns minus zero, which documents cannot represent, into zero.
      return (model.kind === "integer" ? number.map(Math.trunc) : fc.oneof(number, fc.constant(1e-7))).map(
        (value) => Math.min(Math.max(value, min), max) + 0,
      );
    }
  }
}

function fieldArbitrary(field: FieldModel, amounts: boolean): fc.Arbitrary<unknown> {
  const model = field.value as LeafModel;
  if (field.attribute && model.kind === "text" && model.format === undefined && model.oneOf === undefined) {
    return textArbitrary(model, 0).filter((code) => code === code.trim() && code !== "");
  }
  const value = field.optional && model.kind === "text" ? textArbitrary(model, 1) : arbitrary(field.value, amounts);
  return field.nullable && !field.optional ? fc.option(value) : value;
}

const awkward = [
  "&",
  "<",
  ">",
  '"',
  "'",
  "]]>",
  "\t",
  "\n",
  "\r",
  "\r\n",
  " ",
  "\u0085",
  "\u2028",
  "ñ",
  "ã",
  "😀",
  "e\u0301",
  "\\",
];
const character = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter((text) => forbiddenCharacter(text) === undefined),
);

function textArbitrary(model: TextModel, minLength: number): fc.Arbitrary<string> {
  if (model.oneOf !== undefined) return fc.constantFrom(...model.oneOf);
  switch (model.format) {
    case "id":
      return fc.uuid();
    case "currency-code":
      return fc.stringMatching(/^[A-Z]{3}$/);
    case "date-time":
      return instant.map((date) => date.toISOString());
    case "local-date-time":
      return instant.map((date) => date.toISOString().slice(0, 19));
    case "email":
      return fc
        .tuple(fc.stringMatching(/^[a-zñ&<'+.]{1,60}$/), fc.domain())
        .map((parts) => parts.join("@").slice(0, 256));
    default: {
      const least = Math.max(model.minLength, minLength);
      const most = Math.min(model.maxLength, 40);
      return fc
        .array(character, { minLength: least, maxLength: most })
        .map((characters) => Array.from(characters.join("")).slice(0, most).join(""));
    }
  }
}

const instant = fc.date({
  min: new Date("2000-01-01T00:00:00Z"),
  max: new Date("2099-12-31T00:00:00Z"),
  noInvalidDate: true,
});
