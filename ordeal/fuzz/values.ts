import fc, { type Arbitrary } from "fast-check";
import type Type from "typebox";
import type { Random } from "./random.ts";

/** Values for a JSON schema: mostly valid values with existing identifiers, and some that must be refused. */

interface Schema {
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

export interface KnownValues {
  /** Existing identifiers, codes and names. */
  texts: string[];
  /** The values of `texts` by the name of their column, in camelCase, and usual values of other fields. */
  byName: Map<string, string[]>;
  /** Events that can be sold. */
  events: string[];
  /** Validated selections with their totals. */
  sales: object[];
  /** Orders of these sales. */
  orders: string[];
}

export const anyText = { type: "string" } as const;
/** Number of values of a sample. To start a sample costs as much as several values. */
const batch = 20;

const anything = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }) as Arbitrary<unknown>;
/** All UTF-16 code units, so that surrogates stand alone. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
// No request may leave the machine, so addresses have no other host.
const address = fc.webPath().map((path) => `https://127.0.0.1:9${path}`);
/** Times in the months of the test catalogue, and their parts that schemas ask for. */
const time = fc.date({ min: new Date("2026-06-01"), max: new Date("2026-12-31"), noInvalidDate: true });
const timeParts = [
  [0, 10],
  [0, 16],
  [0, 19],
  [11, 16],
].map(([from, to]) => ({
  example: "2026-06-20T20:00:00Z".slice(from, to),
  texts: time.map((date) => date.toISOString().slice(from, to)),
}));

const rarely = (probability: number, rare: Arbitrary<unknown>, usual: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof(
    { weight: Math.round(1000 * probability), arbitrary: rare },
    { weight: Math.round(1000 * (1 - probability)), arbitrary: usual },
  );

interface Sample {
  arbitrary: Arbitrary<unknown>;
  /** Values that are left. */
  values: unknown[];
}

export class ValueGenerator {
  readonly #random: Random;
  readonly #known: () => KnownValues;
  readonly #samples = new Map<object, Map<string, Sample>>();

  constructor(random: Random, known: () => KnownValues) {
    this.#random = random;
    this.#known = known;
  }

  /** A value for the schema of a field. `wrong`: the probability that a part of it is invalid. */
  of(schema: Type.TSchema | typeof anyText, wrong = 0.08, name = ""): unknown {
    return this.#next(schema, `${wrong} ${name}`, () => this.#of(schema as Schema, name, wrong, 0));
  }

  text(name = ""): string {
    return this.#next(anyText, name, () => this.#text(anyText, name)) as string;
  }

  /** A value of any type. */
  anything(): unknown {
    return this.#next(anything, "", () => anything);
  }

  #next(schema: object, key: string, make: () => Arbitrary<unknown>): unknown {
    const samples = this.#samples.get(schema) ?? new Map<string, Sample>();
    const sample = samples.get(key) ?? { arbitrary: make(), values: [] };
    this.#samples.set(schema, samples.set(key, sample));
    if (sample.values.length === 0)
      sample.values = fc.sample(sample.arbitrary, { seed: this.#random.int(2 ** 31), numRuns: batch });
    return sample.values.pop();
  }

  #of(schema: Schema, name: string, wrong: number, depth: number): Arbitrary<unknown> {
    return rarely(wrong / (depth + 1), anything, this.#valid(schema, name, wrong, depth));
  }

  #valid(schema: Schema, name: string, wrong: number, depth: number): Arbitrary<unknown> {
    const { items = {}, minItems = 0, minimum = -10, maximum = Math.max(100, minimum) } = schema;
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const types = Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined;
    const choices = schema.anyOf ?? types;
    if (choices) return fc.oneof(...choices.map((one) => this.#of(one, name, wrong, depth)));
    switch (schema.type) {
      case "object":
        return this.#object(schema, wrong, depth);
      case "array":
        return fc.array(this.#of(items, name, wrong, depth + 1), { minLength: minItems, maxLength: minItems + 3 });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "integer":
        return fc.oneof(...[minimum + 20, maximum].map((max) => fc.integer({ min: minimum, max })));
      case "number":
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case "string":
        return this.#text(schema, name);
      default:
        return anything;
    }
  }

  #object({ properties = {}, required = [] }: Schema, wrong: number, depth: number): Arbitrary<unknown> {
    const fields: Record<string, Arbitrary<unknown>> = {};
    for (const [name, schema] of Object.entries(properties)) fields[name] = this.#of(schema, name, wrong, depth + 1);
    const whole = fc.record(fields, { requiredKeys: required, noNullPrototype: true });
    const incomplete = fc.record(fields, { requiredKeys: [], noNullPrototype: true });
    const larger = fc.tuple(whole, fc.string(), anything).map(([value, name, more]) => ({ ...value, [name]: more }));
    return rarely(wrong / 4, fc.oneof(incomplete, larger), whole);
  }

  #text({ pattern, format, minLength = 0, maxLength = 5000 }: Schema, name: string): Arbitrary<string> {
    const expression = new RegExp(pattern ?? (format?.startsWith("date") ? "^2026-" : "^$"));
    if (expression.test("https://x") || format === "uri" || /url/i.test(name)) return address;
    const times = timeParts.filter(({ example }) => expression.test(example)).map(({ texts }) => texts);
    const described = [
      ...(pattern ? [fc.stringMatching(expression).map((text) => text.slice(0, maxLength))] : []),
      ...(format === "uuid" ? [fc.uuid()] : []),
      ...(format === "email" ? [fc.emailAddress()] : []),
      ...times,
    ];
    const units = ["grapheme", "binary", codeUnit] as const;
    const free = units.map((unit) => fc.string({ unit, minLength, maxLength, size: "medium" }));
    // An existing text is chosen when the value is made, because they become more.
    const existing = () => [this.#known().byName.get(name), this.#known().texts].find((list) => list?.length) ?? [""];
    const isNamed = this.#known().byName.has(name);
    return fc.oneof(
      { weight: isNamed ? 12 : 2, arbitrary: fc.nat().map((n) => existing()[n % existing().length]!) },
      { weight: 6, arbitrary: fc.oneof(...(described.length > 0 ? described : free)) },
      { weight: 1, arbitrary: fc.oneof(...free) },
    );
  }
}
