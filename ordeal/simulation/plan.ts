import fc from "fast-check";
import { tierChoices } from "./refunds.ts";

/** The plan of a simulation: plain JSON, so that a failing plan can be printed, shrunk and stored as a test. */

export interface SimulationPlan {
  /** The seed of everything that the plan does not contain: delays, ids. */
  luck: number;
  steps: PlanStep[];
  /** The supplier's decisions about the orders that it receives, in this order. */
  decisions: SupplierDecision[];
  /** Faults of the calls to suppliers, in this order. After the end of the list every call succeeds. */
  calls: SimulatedFault[];
  /** Faults of callbacks to the partner. */
  callbacks: SimulatedFault[];
  /** The supplier's decisions about the changes that it receives, in this order. */
  changes?: ChangeDecision[];
}

/** A step with its delay after the start of the step before. Operations of clients overlap. */
export type PlanStep = { afterMs: number } & (
  | {
      do: "buy";
      event: number;
      seats: number;
      by: "reference" | "key";
      /** Whether the client sends the request twice at the same time, as after a double click. */
      twice: boolean;
      notify: boolean;
      /** Pause between validation and booking. */
      thinkMs: number;
      /** The client's time limit. */
      patienceMs: number;
    }
  | {
      do: "hold";
      event: number;
      seats: number;
      extend: boolean;
      finish: HoldEnd;
      /** Whether the client sends the booking twice at the same time. */
      twice: boolean;
      notify: boolean;
      /** Pause between the hold, its extension and its end. */
      thinkMs: number;
      patienceMs: number;
    }
  /** The client changes the seats of the order, on the same evening or on the other evening of the product. */
  | {
      do: "change";
      order: number;
      moves: boolean;
      seats: number;
      /** Whether the client accepts the quote twice at the same time. */
      twice: boolean;
      /** Whether the client cancels the order at the same time. */
      cancels: boolean;
      /** Decision of an operator about the change while it waits for its supplier. */
      decides?: "accepted" | "declined" | null;
      /** Pause between the quote and its acceptance. */
      thinkMs: number;
      patienceMs: number;
    }
  /** The n-th acknowledged order, modulo their number. */
  | { do: "cancel" | "read"; order: number }
  | { do: "version" }
  /** Sets this price for all seats, in cents, and these refund tiers for all products: a choice of refunds.ts. */
  | { do: "price"; price: number; tiers?: number }
  /** An operator decides in place of the supplier. */
  | { do: "operator"; order: number; trigger: OperatorTrigger }
  /** The clock jumps. */
  | { do: "jump"; ms: number }
  /** The process dies and another one starts. `reopen`: its database crashes as well. */
  | { do: "crash"; reopen: boolean }
);

const operatorTriggers = ["confirmed", "declined", "cancel", "cancel-confirmed", "cancel-declined"] as const;
type OperatorTrigger = (typeof operatorTriggers)[number];

/** Ways in which a hold ends. `book` identifies the order by the hold alone; `leave` lets the hold expire. */
const holdEnds = ["book", "book with reference", "book with key", "release", "leave"] as const;
type HoldEnd = (typeof holdEnds)[number];

/** `…-later`: the supplier decides after it has answered the request. */
export const supplierDecisions = ["confirmed", "declined", "confirmed-later", "declined-later", "keeps"] as const;
/** `keeps`: confirms the order, and refuses its cancellation. */
export type SupplierDecision = (typeof supplierDecisions)[number];

const changeDecisions = ["confirmed", "confirmed", "confirmed-later", "confirmed-later", "declined"] as const;
export type ChangeDecision = (typeof changeDecisions)[number];

export const simulatedFaults = [
  "none",
  /** No connection. */
  "refused",
  /** The connection breaks before the request arrives, or after it. */
  "request lost",
  "answer lost",
  /** The request arrives seconds later; its answer may come too late. */
  "late",
  /** The answer takes seconds. */
  "slow",
  /** The request arrives twice. */
  "twice",
  /** The answer is a 500. */
  "error",
] as const;
export type SimulatedFault = (typeof simulatedFaults)[number];

// Shrinking makes plans shorter and simpler. Smaller numbers would cost many runs and explain little.
const nth = fc.noShrink(fc.nat({ max: 9 }));
const afterMs = fc.noShrink(
  fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: 12 }) },
    { weight: 2, arbitrary: fc.nat({ max: 400 }) },
    { weight: 1, arbitrary: fc.nat({ max: 12_000 }) },
  ),
);
const step = (weight: number, fields: object) => ({
  weight,
  arbitrary: fc.record({ afterMs, ...fields }) as fc.Arbitrary<PlanStep>,
});

const stepIn = ({ reopens }: { reopens: boolean }): fc.Arbitrary<PlanStep> =>
  fc.oneof(
    step(9, {
      do: fc.constant("buy"),
      event: fc.nat({ max: 3 }),
      seats: fc.integer({ min: 1, max: 3 }),
      by: fc.constantFrom("reference", "key"),
      twice: fc.boolean(),
      notify: fc.boolean(),
      thinkMs: fc.noShrink(fc.oneof(fc.constant(0), fc.nat({ max: 30 }), fc.nat({ max: 8_000 }))),
      patienceMs: fc.constantFrom(15_000, 15_000, 15_000, 20, 500),
    }),
    step(5, {
      do: fc.constant("hold"),
      event: fc.nat({ max: 3 }),
      seats: fc.integer({ min: 1, max: 3 }),
      extend: fc.boolean(),
      finish: fc.constantFrom(...holdEnds),
      twice: fc.boolean(),
      notify: fc.boolean(),
      thinkMs: fc.noShrink(fc.oneof(fc.constant(0), fc.nat({ max: 30 }), fc.nat({ max: 8_000 }))),
      patienceMs: fc.constantFrom(15_000, 15_000, 15_000, 20, 500),
    }),
    step(5, {
      do: fc.constant("change"),
      order: nth,
      moves: fc.boolean(),
      seats: fc.integer({ min: 1, max: 3 }),
      twice: fc.boolean(),
      cancels: fc.constantFrom(false, false, false, true),
      decides: fc.constantFrom(null, null, "accepted", "declined"),
      thinkMs: fc.noShrink(fc.oneof(fc.constant(0), fc.nat({ max: 30 }), fc.nat({ max: 8_000 }))),
      patienceMs: fc.constantFrom(15_000, 15_000, 15_000, 20, 500),
    }),
    step(4, { do: fc.constant("cancel"), order: nth }),
    step(2, { do: fc.constant("read"), order: nth }),
    step(1, { do: fc.constant("version") }),
    step(2, {
      do: fc.constant("price"),
      price: fc.noShrink(fc.integer({ min: 50, max: 99 }).map((dollars) => dollars * 100)),
      tiers: fc.nat({ max: tierChoices.length - 1 }),
    }),
    step(2, { do: fc.constant("operator"), order: nth, trigger: fc.constantFrom(...operatorTriggers) }),
    step(2, { do: fc.constant("jump"), ms: fc.constantFrom(4_000, 16_000, 35_000, 600_000, 1_740_000, 7_200_000) }),
    step(reopens ? 6 : 2, { do: fc.constant("crash"), reopen: reopens ? fc.boolean() : fc.constant(false) }),
  );

const faultList = fc.array(fc.constantFrom(...simulatedFaults), { maxLength: 8 });

/** A random plan. A crash of the database takes a second, so most runs have none. */
export const planGenerator = ({ reopens = false } = {}): fc.Arbitrary<SimulationPlan> =>
  fc.record({
    luck: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
    steps: fc.array(stepIn({ reopens }), { minLength: 1, maxLength: 16 }),
    decisions: fc.array(fc.constantFrom(...supplierDecisions), { maxLength: 6 }),
    calls: faultList,
    callbacks: faultList,
    changes: fc.array(fc.constantFrom(...changeDecisions), { maxLength: 4 }),
  });
