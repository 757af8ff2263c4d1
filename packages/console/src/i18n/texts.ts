import type * as english from "./en/index.ts";

type English = typeof english;

/** The console's texts, typed: a key that one language lacks, or a name that a text does not have, is a type error. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type TextTable = { [key: string]: string | TextTable };
type Keys<T, Path extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Keys<T[K], `${Path}${K}.`>;
}[keyof T & string];

/** `orders.queue.title`: the path of a text. */
export type TextKey = Keys<English>;

type TextAt<Path extends string, T = English> = Path extends keyof T
  ? T[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? TextAt<Rest, T[Head]>
      : never
    : never;

type Placeholders<S> = S extends `${string}%{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
/** A text with singular and plural needs the number, even if it does not print it. */
type Plural<S> = S extends `${string}||||${string}` ? { smart_count: number } : unknown;
type ValuesOf<S> = [Placeholders<S>] extends [never]
  ? []
  : [values: Record<Placeholders<S>, string | number> & Plural<S>];

/** Gives a text in the operator's language; a text with placeholders, `%{n}`, needs a value for each. */
export type Translate = <K extends TextKey>(key: K, ...values: ValuesOf<TextAt<K>>) => string;

/** Returns all texts of a table by their paths. */
export const flattenTexts = (table: TextTable, path = ""): Map<string, string> =>
  new Map(
    Object.entries(table).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[path + name, value]] : [...flattenTexts(value, `${path}${name}.`)],
    ),
  );
