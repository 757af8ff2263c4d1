import type Type from "typebox";
import type { Random } from "./random.ts";

/** Values for a JSON schema: mostly valid values with existing identifiers, and some that must be refused. */

interface Schema {
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface KnownValues {
  /** Existing identifiers, codes and names. */
  texts: string[];
  /** The values of `texts` by the name of their column, in camelCase. */
  byName: Map<string, string[]>;
  /** Events that can be sold. */
  events: string[];
  /** Validated selections with their totals. */
  sales: object[];
  /** Orders of these sales. */
  orders: string[];
}

const dates = ["2026-06-20", "2026-06-20T20:00:00", "2026-06-20T20:00:00Z", "20-06-2026", "0000-00-00", "9999-12-31"];
const clocks = ["20:00", "24:00", "8pm"];
const amounts = ["45.00", "0", "-1", "1e9", "99999999999.99", "0.001", "NaN"];
// No request may leave the machine, so values contain no other hosts than these.
const addresses = ["http://127.0.0.1:9/x", "https://partner.invalid/callback", "javascript:alert(1)", "http://[::1"];
const awkward = [
  "",
  " ",
  "\0",
  "\ud800",
  "\ufeff",
  "\u202e",
  "ñandú 😀",
  "e\u0301",
  "%00",
  "%",
  "../../etc/passwd",
  "'; drop table orders; --",
  "<b>&amp;",
  "]]>",
  "=1+1",
  "__proto__",
  "constructor",
  "a".repeat(70),
  "x".repeat(5000),
];
const numbers = [0, 1, -1, 2, 50, 9999, 10_000, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300, 1e-7, 0.1, -0];

export class ValueGenerator {
  readonly #random: Random;
  readonly #known: () => KnownValues;

  constructor(random: Random, known: () => KnownValues) {
    this.#random = random;
    this.#known = known;
  }

  /** A value for a schema. `wrong`: the probability that a part of it is invalid. */
  of(schema: Type.TSchema, wrong = 0.08): unknown {
    return this.#of(schema as Schema, "", wrong, 0);
  }

  text(name = ""): string {
    const random = this.#random;
    const { texts, byName } = this.#known();
    const named = byName.get(name) ?? [];
    if (named.length > 0 && random.chance(0.6)) return random.pick(named);
    if (/date|day|from|until|^to$|at$/i.test(name) && random.chance(0.6)) return random.pick(dates);
    if (/^lang/i.test(name) && random.chance(0.9)) return random.pick(["es", "pt"]);
    if (/^remoteHost$/.test(name) && random.chance(0.9)) return random.pick(["192.0.2.1", "2001:db8::1"]);
    if (/^currencyCode$/.test(name) && random.chance(0.8)) return random.pick(["USD", "USD", "EUR"]);
    if (/url/i.test(name) && random.chance(0.8)) return random.pick(addresses);
    if (/email/i.test(name) && random.chance(0.7)) return `fuzz${random.int(1000)}@example.com`;
    if (/phone/i.test(name) && random.chance(0.7)) return `+34 600 ${random.int(1e6)}`;
    return random.pick([
      () => random.pick(texts),
      () => random.pick(awkward),
      () => random.pick([...dates, ...clocks, ...amounts]),
      () => random.list(random.int(12), () => String.fromCodePoint(random.int(0xd7ff))).join(""),
      () => `${random.int(1e6)}`,
    ])();
  }

  /** A value of any type. */
  anything(depth = 0): unknown {
    const random = this.#random;
    return random.pick([
      () => null,
      () => random.chance(0.5),
      () => random.pick(numbers),
      () => this.text(),
      () => (depth > 2 ? [] : random.list(random.int(4), () => this.anything(depth + 1))),
      () => (depth > 2 ? {} : { [this.text()]: this.anything(depth + 1) }),
    ])();
  }

  #of(schema: Schema, name: string, wrong: number, depth: number): unknown {
    const random = this.#random;
    if (random.chance(wrong / (depth + 1))) return this.anything(depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (schema.anyOf) return this.#of(random.pick(schema.anyOf), name, wrong, depth);
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    switch (type) {
      case "object":
        return this.#object(schema, wrong, depth);
      case "array":
        return random.list(random.chance(0.02) ? 200 : random.int(4), () =>
          this.#of(schema.items ?? {}, name, wrong, depth + 1),
        );
      case "boolean":
        return random.chance(0.5);
      case "null":
        return null;
      case "integer":
      case "number":
        return this.#number(schema, type === "integer");
      case "string":
        return this.text(name);
      default:
        return this.anything(depth);
    }
  }

  #object({ properties = {}, required = [] }: Schema, wrong: number, depth: number): object {
    const random = this.#random;
    const fields: [string, unknown][] = [];
    for (const [name, schema] of Object.entries(properties)) {
      const isLeftOut = random.chance(required.includes(name) ? wrong / 4 : 0.4);
      if (!isLeftOut) fields.push([name, this.#of(schema, name, wrong, depth + 1)]);
    }
    if (random.chance(wrong / 2)) fields.push([this.text(), this.anything(depth + 1)]);
    return Object.fromEntries(fields);
  }

  #number({ minimum = -10, maximum = 100 }: Schema, whole: boolean): number {
    const random = this.#random;
    if (random.chance(0.15)) return random.pick([...numbers, minimum, maximum, minimum - 1, maximum + 1]);
    const value = minimum + random.int(Math.min(maximum - minimum, 20) + 1);
    return whole ? Math.trunc(value) : value + random.int(100) / 100;
  }
}
