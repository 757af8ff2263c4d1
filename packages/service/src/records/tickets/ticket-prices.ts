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

/** A price by number that events of an item have, as partners read it. */
export interface ItemPriceSteps {
  code: string;
  price: string;
  steps: readonly PriceStep[];
  stepsCount: "tickets" | "people";
  stepsApply: "all" | "further";
  /** The first and the last local day of an event with this price, `yyyy-MM-dd`. */
  firstOn: string;
  lastOn: string;
}

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

/** Returns the steps of a price, which a sale keeps with its tickets: a later amendment of the order looks at them. */
export const keptSteps = ({ price, steps, stepsCount, stepsApply }: PriceSteps): { list?: PriceSteps } =>
  steps ? { list: { price, steps, ...(stepsCount && { stepsCount }), ...(stepsApply && { stepsApply }) } } : {};
