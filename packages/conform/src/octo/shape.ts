import { takeFirstFaults } from "../wire/schema.ts";

/** The shape of an answer: which fields it must have, of which type. Further fields are allowed, because capabilities add some. */

type Leaf = "text" | "whole" | "flag" | "day" | "time" | "instant" | "address" | "object";
/** A leaf with `?` at its end may be null. */
export type Shape = Leaf | `${Leaf}?` | readonly [Shape] | { any: readonly unknown[] } | { [field: string]: Shape };

const patterns: Partial<Record<Leaf, RegExp>> = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([+-]\d{2}:\d{2}|Z)$/,
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
  address: /^https?:\/\/./,
};

/** The first differences of a value from the shape, each with the field that differs. */
export const shapeFaults = (value: unknown, shape: Shape): string[] => takeFirstFaults(differences(value, shape, ""));

function* differences(value: unknown, shape: Shape, at: string): Generator<string> {
  const name = at || "the answer";
  if (typeof shape === "string") {
    const leaf = shape.replace("?", "") as Leaf;
    if (value === null && shape.endsWith("?")) return;
    if (!fits(value, leaf))
      yield `${name} is ${shown(value)}, not ${words[leaf]}${shape.endsWith("?") ? " or null" : ""}`;
  } else if (Array.isArray(shape)) {
    if (!Array.isArray(value)) yield `${name} is ${shown(value)}, not a list`;
    else for (const [n, one] of value.entries()) yield* differences(one, shape[0] as Shape, `${at}[${n}]`);
  } else if ("any" in shape && Array.isArray(shape.any)) {
    if (!shape.any.includes(value)) yield `${name} is ${shown(value)}, not one of ${shape.any.join(", ")}`;
  } else if (!fits(value, "object")) yield `${name} is ${shown(value)}, not an object`;
  else
    for (const [field, inner] of Object.entries(shape))
      yield* differences((value as Record<string, unknown>)[field], inner as Shape, at ? `${at}.${field}` : field);
}

const words: Record<Leaf, string> = {
  text: "a text",
  whole: "a whole number",
  flag: "true or false",
  day: "a day such as 2027-03-28",
  time: "a local time with its offset, such as 2027-03-28T10:00:00+02:00",
  instant: "an instant in UTC, such as 2027-03-28T10:00:00Z",
  address: "an http or https address",
  object: "an object",
};

function fits(value: unknown, leaf: Leaf): boolean {
  if (leaf === "whole") return Number.isInteger(value);
  if (leaf === "flag") return typeof value === "boolean";
  if (leaf === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === "string" && (patterns[leaf]?.test(value) ?? true);
}

const shown = (value: unknown): string =>
  value === undefined ? "missing" : (JSON.stringify(value) ?? "").slice(0, 80);
