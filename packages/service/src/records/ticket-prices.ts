import { limits } from "@paseo/contract/limits";
import Type from "typebox";
import { codeField, noFurtherFields, wholeField } from "./field-types.ts";

/** The price of a ticket, and the steps that it has by number. It has no I/O. docs/decisions/0063-prices-by-number-and-extras.md has the reasons. */

/** From this number on, a ticket costs this much. */
export interface PriceStep {
  from: number;
  /** A decimal string, in the event's currency. */
  price: string;
}

/** What a ticket of an event costs. */
export interface TicketPrice extends PriceSteps {
  code: string;
  /** How many of the ticket an event sells. Missing: as many as fit. Only a ticket without people and seats has it. */
  stock?: number;
}

export interface PriceSteps {
  /** A decimal string, in the event's currency. With steps: the price of the smallest number, which is the highest. */
  price: string;
  /** Ascending by number, descending by price. Missing: every number costs the same. */
  steps?: readonly PriceStep[];
  /** Missing: steps count the tickets of this code. `people`: all people of the order. */
  stepsCount?: "people";
  /** Missing: the step's price is for all tickets. `further`: for the tickets from this number on. */
  stepsApply?: "further";
}

/** Greatest number of steps of a price. */
export const maxPriceSteps = 20;

/** Amounts are decimal strings, because a binary fraction would change them. */
const amount = Type.String({
  pattern: "^\\d{1,9}(\\.\\d{1,4})?$",
  description: "Decimal string, with at most the decimals of the currency.",
});

/** The prices by number of a price. */
export const stepFields = {
  steps: Type.Optional(
    Type.Array(
      Type.Object(
        {
          from: wholeField(2, limits.quantity, { description: "The number from which the step applies." }),
          amount,
        },
        noFurtherFields,
      ),
      {
        minItems: 1,
        maxItems: maxPriceSteps,
        description:
          "Prices by number, ascending. `amount` is the price of the smallest number, and no step costs more than the one before.",
      },
    ),
  ),
  stepsCount: Type.Optional(
    Type.Enum(["tickets", "people"], {
      description: "What the steps count: the tickets of this code, or all people of the order. Omitted: `tickets`.",
    }),
  ),
  stepsApply: Type.Optional(
    Type.Enum(["all", "further"], {
      description:
        "`all`: the step's price is for all tickets of this code. `further`: for the tickets from its number on. Omitted: `all`.",
    }),
  ),
};

/** What a ticket costs, in a catalogue file. */
export const CataloguePrice = Type.Object(
  {
    code: codeField({ description: "Code of a ticket rule." }),
    amount,
    ...stepFields,
    stock: Type.Optional(
      wholeField(0, 1_000_000, {
        description:
          "How many an event sells of a ticket whose rule says 0 people and 0 seats. Omitted: as many as orders may have.",
      }),
    ),
  },
  noFurtherFields,
);
export type CataloguePrice = Type.Static<typeof CataloguePrice>;

/** Tickets at one price. */
interface PriceLine {
  price: string;
  quantity: number;
}

/** Returns the price of this number. */
export const priceAt = ({ price, steps = [] }: PriceSteps, number: number): string =>
  steps.findLast(({ from }) => from <= number)?.price ?? price;

/**
 * Returns the prices of tickets of one code. `before`: tickets of the code that the order has already, and keeps. `people`: all people of the
 * order afterwards.
 */
export function priceLines(
  prices: PriceSteps,
  { quantity, before = 0, people }: { quantity: number; before?: number; people: number },
): PriceLine[] {
  const { price, steps = [], stepsCount, stepsApply } = prices;
  if (stepsApply !== "further")
    return [{ price: priceAt(prices, stepsCount === "people" ? people : before + quantity), quantity }];
  const last = before + quantity;
  return [{ from: 1, price }, ...steps].flatMap((step, n) => {
    const until = Math.min(last, (steps[n]?.from ?? last + 1) - 1);
    const inStep = until - Math.max(before, step.from - 1);
    return inStep > 0 ? [{ price: step.price, quantity: inStep }] : [];
  });
}

/** Returns the fields of a price that a sale keeps: later amendments of the order look at the steps. */
export const keptSteps = ({ price, steps, stepsCount, stepsApply }: PriceSteps): { list?: PriceSteps } =>
  steps ? { list: { price, steps, ...(stepsCount && { stepsCount }), ...(stepsApply && { stepsApply }) } } : {};
