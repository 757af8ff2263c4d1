import { countCodePoints, forbiddenCharacter } from "../characters.ts";
import type { FieldModel, ListModel, Model, NumberModel, RecordModel, TextFormat, TextModel } from "./model.ts";
import { type FieldErrors, fieldName } from "./refusal.ts";

/**
 * The validator of values from JSON and XML. It returns the plain value: the model's fields only, in the contract's order,
 * identifiers in lower case, without optional fields that are null or an empty text. With `errors` the returned value is
 * meaningless.
 */
export function validateValue(model: Model, given: unknown, errors: FieldErrors): unknown {
  try {
    return validValue(model, given, unnamed, errors);
  } catch (error) {
    if (error !== misfit) throw error;
    return validValue(model, given, "", errors);
  }
}

/**
 * Stands for the pointer while the value is expected to fit. A value that does not fit is validated again with pointers, because building
 * their texts takes a third of the time of a list of 500 events.
 */
const unnamed = null;
type Pointer = string | typeof unnamed;
/** Thrown for a bad field without a pointer. */
const misfit = new Error("the value does not fit its model");

const below = (pointer: Pointer, key: string | number): Pointer =>
  pointer === unnamed ? unnamed : `${pointer}/${key}`;

function validValue(model: Model, given: unknown, pointer: Pointer, errors: FieldErrors): unknown {
  switch (model.kind) {
    case "record":
      return validRecord(model, given, pointer, errors);
    case "list":
      return validList(model, given, pointer, errors);
    case "text":
      return validText(model, given, pointer, errors);
    case "flag":
      if (typeof given !== "boolean") complain(errors, pointer, "must be true or false");
      return given;
    default:
      return validNumber(model, given, pointer, errors);
  }
}

function validRecord(model: RecordModel, given: unknown, pointer: Pointer, errors: FieldErrors): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return complain(errors, pointer, "must be an object");
  }
  const record: Record<string, unknown> = {};
  for (const field of model.fields) {
    const at = below(pointer, field.key);
    // Only own properties are read: a body must not read the prototype.
    const value = Object.hasOwn(given, field.key) ? (given as Record<string, unknown>)[field.key] : undefined;
    if (!isAbsent(field, value)) record[field.key] = validValue(field.value, value, at, errors);
    else if (!field.optional && field.nullable) record[field.key] = null;
    else if (!field.optional) complain(errors, at, "is missing");
  }
  return record;
}

const isAbsent = (field: FieldModel, value: unknown): boolean =>
  value == null || (value === "" && field.optional && field.value.kind === "text");

function validList(model: ListModel, given: unknown, pointer: Pointer, errors: FieldErrors): unknown {
  if (!Array.isArray(given)) return complain(errors, pointer, "must be a list");
  if (given.length > model.maxItems) return complain(errors, pointer, `must have at most ${model.maxItems} elements`);
  return given.map((item, index) => validValue(model.items, item, below(pointer, index), errors));
}

const patterns = new Map<string, RegExp>();

function validText(model: TextModel, given: unknown, pointer: Pointer, errors: FieldErrors): unknown {
  if (typeof given !== "string") return complain(errors, pointer, expected(model));
  if (model.oneOf?.includes(given)) return given;
  const forbidden = forbiddenCharacter(given);
  if (forbidden !== undefined)
    return complain(errors, pointer, `holds the character ${forbidden}, which XML cannot carry`);
  if (model.oneOf !== undefined) return complain(errors, pointer, expected(model));
  const length = lengthOf(given, model);
  if (length > model.maxLength) return complain(errors, pointer, `must have at most ${model.maxLength} characters`);
  if (length < model.minLength) {
    return complain(
      errors,
      pointer,
      length === 0 ? "must not be empty" : `must have at least ${model.minLength} characters`,
    );
  }
  if (!fitsFormat(model, given)) complain(errors, pointer, expected(model));
  return model.format === "id" ? given.toLowerCase() : given;
}

/** In code points, which are counted only where the number of UTF-16 units does not decide. */
const lengthOf = (text: string, { minLength, maxLength }: TextModel): number =>
  text.length <= maxLength && minLength <= 1 ? text.length : countCodePoints(text, maxLength);

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function fitsFormat(model: TextModel, text: string): boolean {
  if (model.format === "date-time") return dateTime.test(text) && !Number.isNaN(Date.parse(text));
  if (model.pattern === undefined) return true;
  let pattern = patterns.get(model.pattern);
  if (pattern === undefined) {
    pattern = new RegExp(model.pattern, "u");
    patterns.set(model.pattern, pattern);
  }
  return pattern.test(text);
}

function validNumber(model: NumberModel, given: unknown, pointer: Pointer, errors: FieldErrors): unknown {
  const fits =
    typeof given === "number" &&
    (model.kind === "integer" ? Number.isInteger(given) : Number.isFinite(given)) &&
    given >= model.minimum &&
    given <= model.maximum;
  if (!fits) return complain(errors, pointer, expected(model));
  // JSON has minus zero, which is not equal to zero in comparisons by Object.is.
  return given === 0 ? 0 : given;
}

const formatSentences: Record<TextFormat, string> = {
  id: "must be a unique identifier (GUID)",
  "local-date-time": "must be a local date and time such as 2026-05-31T20:30:00",
  "currency-code": "must be three capital letters (ISO 4217)",
  email: "must be an e-mail address",
  "date-time": "must be a date and time with its zone such as 2026-05-31T18:30:00Z",
};

function expected(model: TextModel | NumberModel): string {
  if (model.kind !== "text") return `must be ${model.kind === "integer" ? "an integer" : "a number"}${range(model)}`;
  if (model.oneOf !== undefined) return `must be ${model.oneOf.length > 1 ? "one of " : ""}${model.oneOf.join(", ")}`;
  return model.format === undefined ? "must be a text" : formatSentences[model.format];
}

function range({ minimum, maximum }: NumberModel): string {
  const floor = Number.isFinite(minimum);
  const ceiling = Number.isFinite(maximum);
  if (floor && ceiling) return ` from ${minimum} to ${maximum}`;
  if (floor) return ` of at least ${minimum}`;
  return ceiling ? ` of at most ${maximum}` : "";
}

function complain(errors: FieldErrors, pointer: Pointer, rule: string): undefined {
  if (pointer === unnamed) throw misfit;
  errors.add(pointer, `${fieldName(pointer)} ${rule}`);
}
