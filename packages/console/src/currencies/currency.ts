import type { Answer, Line } from "../api/types.ts";

export type Currency = Answer<"currencies.show">;
export type PastRate = Line<"currencies.history">;
export type Written = Answer<"currencies.update">;
export type Effect = Written["effects"][number];

/** What an operator gives of a currency, as it is typed. */
export interface Given {
  code: string;
  name: string;
  displaySymbol: string;
  active: boolean;
  base: string;
  markup: string;
}

export const newCurrency: Given = { code: "", name: "", displaySymbol: "", active: true, base: "", markup: "0" };
export const givenOf = ({ code, name, displaySymbol, active, base, markup }: Currency): Given => ({
  code,
  name,
  displaySymbol,
  active,
  base,
  markup,
});

/** `0,92` as the service reads it. */
export const plain = (text: string): string => text.trim().replace(",", ".").replace(/^\+/, "");

export type Field = "code" | "name" | "displaySymbol" | "base" | "markup";

/** Mistakes that the form finds before it sends. */
export function faultsOf(
  given: Given,
  isNew: boolean,
): { field: Field; fault: "needed" | "code" | "rate" | "markup" }[] {
  const faults: ReturnType<typeof faultsOf> = [];
  if (isNew && !/^[A-Z]{3}$/.test(given.code)) faults.push({ field: "code", fault: "code" });
  if (given.name.trim() === "") faults.push({ field: "name", fault: "needed" });
  if (given.displaySymbol.trim() === "") faults.push({ field: "displaySymbol", fault: "needed" });
  const base = plain(given.base);
  if (!/^\d{1,9}(\.\d{1,8})?$/.test(base) || Number(base) === 0) faults.push({ field: "base", fault: "rate" });
  const markup = plain(given.markup);
  if (!/^-?\d{1,2}(\.\d{1,4})?$/.test(markup) || Number(markup) < -50)
    faults.push({ field: "markup", fault: "markup" });
  return faults;
}

/**
 * A round price in dollars with and without the markup, as an explanation; null while the
 * numbers are not valid. The service computes the amounts that are sold.
 */
export function exampleOf(
  given: Pick<Given, "base" | "markup">,
): { price: number; with: number; without: number } | null {
  const [base, markup] = [Number(plain(given.base)), Number(plain(given.markup))];
  if (!(base > 0) || !Number.isFinite(markup) || markup < -50 || markup > 99) return null;
  const price = 100 * 10 ** Math.max(0, Math.round(Math.log10(base)));
  return { price, with: (price / base) * (1 + markup / 100), without: price / base };
}

/** How much more dollars a price is after a change of rates: 0.05 is a twentieth more. */
export const dearer = ({ before, after }: Pick<Effect, "before" | "after">): number =>
  Number(before) / Number(after) - 1;
