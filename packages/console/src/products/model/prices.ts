import { parseTypedAmount } from "../../format/typed.ts";
import type { Price } from "../product.ts";
import { numberFromInput } from "./fields.ts";
import { newKey } from "./keys.ts";

/** The price of a ticket during editing. Without an amount the ticket is not sold, and the other fields do not apply. */
export interface PriceDraft {
  amount: string;
  /** Other amounts from a number on. */
  steps: StepDraft[];
  /** What the steps count. Empty: the tickets of this code. */
  stepsCount: NonNullable<Price["stepsCount"]> | "";
  /** For which tickets a step applies. Empty: for all. */
  stepsApply: NonNullable<Price["stepsApply"]> | "";
  /** How many an event sells. Empty: no such limit. */
  stock: string;
}

export interface StepDraft {
  key: string;
  from: string;
  amount: string;
}

/** Prices by the key of their ticket. */
export type PricesDraft = Record<string, PriceDraft>;

/** Greatest number of steps of a price, as in the service. */
export const maxPriceSteps = 20;

/** A price without steps. */
export const plainPrice = (amount = ""): PriceDraft => ({
  amount,
  steps: [],
  stepsCount: "",
  stepsApply: "",
  stock: "",
});

export const newStep = (from = "", amount = ""): StepDraft => ({ key: newKey(), from, amount });

export const isSold = (price: PriceDraft | undefined): price is PriceDraft => (price?.amount ?? "").trim() !== "";

/** Whether a ticket rule stands for nobody and takes no seat: only such a ticket can have a stock. */
export const isExtraRule = ({ people, seats }: { people: string; seats: string }): boolean =>
  [people, seats].every((typed) => /^0+$/.test(typed.trim()));

/** Returns prices of a record. `keyOf`: the keys of the tickets by code. */
export const pricesDraft = (prices: Price[], keyOf: ReadonlyMap<string, string>): PricesDraft =>
  Object.fromEntries(prices.map((price) => [keyOf.get(price.code) ?? price.code, priceDraft(price)]));

const priceDraft = ({ amount, steps = [], stepsCount, stepsApply, stock }: Price): PriceDraft => ({
  amount,
  steps: steps.map((step) => newStep(String(step.from), step.amount)),
  stepsCount: stepsCount ?? "",
  stepsApply: stepsApply ?? "",
  stock: String(stock ?? ""),
});

/** Returns the prices in the order of the tickets, without tickets that are not sold. */
export const pricesOf = (
  prices: PricesDraft,
  tickets: readonly { key: string; code: string }[],
  currency: string,
): Price[] =>
  tickets.flatMap(({ key, code }) => {
    const price = prices[key];
    return isSold(price) ? [{ code: code.trim(), ...amountsOf(price, currency) }] : [];
  });

function amountsOf(
  { amount, steps, stepsCount, stepsApply, stock }: PriceDraft,
  currency: string,
): Omit<Price, "code"> {
  return {
    amount: parseTypedAmount(amount, currency),
    ...(steps.length > 0 && {
      steps: steps.map((step) => ({
        from: numberFromInput(step.from),
        amount: parseTypedAmount(step.amount, currency),
      })),
      ...(stepsCount && { stepsCount }),
      ...(stepsApply && { stepsApply }),
    }),
    ...(stock.trim() !== "" && { stock: numberFromInput(stock) }),
  };
}
