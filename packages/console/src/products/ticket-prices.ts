import type { Translate } from "../i18n/index.ts";

/** Prices by number, in words. */

export interface PriceSteps {
  amount: string;
  steps?: readonly { from: number | string; amount: string }[] | undefined;
  stepsCount?: "tickets" | "people" | "" | undefined;
  stepsApply?: "all" | "further" | "" | undefined;
  stock?: number | undefined;
}

/** Writes the steps of a price: `from 4: 58.00 · from 8: 52.00, for all tickets`. Empty without steps. */
export function stepsText(
  { steps = [], stepsCount, stepsApply }: Pick<PriceSteps, "steps" | "stepsCount" | "stepsApply">,
  t: Translate,
  amountText: (amount: string) => string,
): string {
  if (steps.length === 0) return "";
  const each = stepsCount === "people" ? "products.steps.eachPeople" : "products.steps.each";
  const list = steps.map(({ from, amount }) => t(each, { from, amount: amountText(amount) })).join(" · ");
  return t(stepsApply === "further" ? "products.steps.forFurther" : "products.steps.forAll", { list });
}

/** Writes a price with its steps and its stock. */
export const priceText = (price: PriceSteps, t: Translate, amountText: (amount: string) => string): string =>
  [
    amountText(price.amount),
    stepsText(price, t, amountText),
    price.stock === undefined ? "" : t("products.steps.stockOf", { n: price.stock }),
  ]
    .filter(Boolean)
    .join(", ");
