import Big from "big.js";
import type { CatalogueItem } from "../../records/catalogue-file.ts";
import type { CataloguePrice, TicketPrice } from "../../records/ticket-prices.ts";
import { type FieldRefusal, type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { minorDigits } from "../selling/money.ts";

/** Prices as the catalogue file has them, and as the store has them. */

type Rule = CatalogueItem["ticketRules"][number];
type Steps = { [Field in keyof CataloguePrice]: CataloguePrice[Field] | undefined } & Pick<CataloguePrice, "amount">;

/** Returns the price with the currency's minor digits, so that equal amounts are equal strings, and its mistakes. */
export function readPrice(
  { code, amount, steps, stepsCount, stepsApply, stock }: CataloguePrice,
  rule: Rule | undefined,
  currencyCode: string,
): { price: TicketPrice; problems: RefusedField[] } {
  const digits = minorDigits(currencyCode);
  const exact = (value: string) => new Big(value).toFixed(digits);
  const problems = [
    ...(rule ? [] : [at("/code", refusal("ticket-not-of-item", { ticket: code }))]),
    ...[{ pointer: "/amount", value: amount }, ...stepAmounts(steps)].flatMap(({ pointer, value }) =>
      new Big(value).round(digits).eq(value)
        ? []
        : [at(pointer, refusal("too-many-decimals", { currency: currencyCode, digits }))],
    ),
    ...stepProblems({ amount, steps, stepsCount, stepsApply }, rule),
    ...(stock === undefined || !rule || (rule.people === 0 && rule.seats === 0)
      ? []
      : [at("/stock", refusal("stock-needs-extra"))]),
  ];
  const price: TicketPrice = {
    code,
    price: exact(amount),
    ...(steps && { steps: steps.map((step) => ({ from: step.from, price: exact(step.amount) })) }),
    ...(steps && stepsCount === "people" && { stepsCount }),
    ...(steps && stepsApply === "further" && { stepsApply }),
    ...(stock !== undefined && { stock }),
  };
  return { price, problems };
}

const at = (pointer: string, refused: FieldRefusal): RefusedField => ({ pointer, ...refused });

const stepAmounts = (steps: CataloguePrice["steps"] = []) =>
  steps.map(({ amount }, n) => ({ pointer: `/steps/${n}/amount`, value: amount }));

/** Checks that steps rise in number and do not rise in price: the listed price must never be too low for a larger number. */
function stepProblems(
  { amount, steps, stepsCount, stepsApply }: Pick<Steps, "amount" | "steps" | "stepsCount" | "stepsApply">,
  rule: Rule | undefined,
): RefusedField[] {
  if (!steps) {
    const alone = stepsCount !== undefined ? "/stepsCount" : stepsApply !== undefined ? "/stepsApply" : null;
    return alone === null ? [] : [at(alone, refusal("needs-steps"))];
  }
  if (stepsCount === "people" && stepsApply === "further")
    return [at("/stepsApply", refusal("steps-of-people-for-all"))];
  const least = stepsCount === "people" ? 1 : Math.max(1, rule?.minQuantity ?? 1);
  return steps.flatMap((step, n) => {
    const before = steps[n - 1] ?? { from: least, amount };
    if (step.from <= before.from)
      return [at(`/steps/${n}/from`, refusal("step-not-above", { value: step.from, before: before.from }))];
    if (new Big(step.amount).gt(before.amount))
      return [at(`/steps/${n}/amount`, refusal("step-costs-more", { value: step.amount, before: before.amount }))];
    return [];
  });
}

/** Returns a stored price as the catalogue file has it. */
export const givenPrice = ({ price, steps, ...others }: TicketPrice): CataloguePrice => ({
  ...others,
  amount: price,
  ...(steps && { steps: steps.map((step) => ({ from: step.from, amount: step.price })) }),
});

/** Changes the amount of a price, and the amounts of its steps alike. */
export const mapAmounts = (price: CataloguePrice, change: (amount: string) => string): CataloguePrice => ({
  ...price,
  amount: change(price.amount),
  ...(price.steps && { steps: price.steps.map((step) => ({ ...step, amount: change(step.amount) })) }),
});

/** Sets the amount of a price. Its steps keep their distance from it, and cost at least nothing. */
export function withAmount(price: CataloguePrice, amount: string): CataloguePrice {
  if (!price.steps) return { ...price, amount };
  const digits = amount.split(".")[1]?.length ?? 0;
  const moved = (step: string) => new Big(step).plus(amount).minus(price.amount);
  const atLeastNothing = (value: Big) => (value.lt(0) ? new Big(0) : value).toFixed(digits);
  return {
    ...price,
    amount,
    steps: price.steps.map((step) => ({ ...step, amount: atLeastNothing(moved(step.amount)) })),
  };
}
