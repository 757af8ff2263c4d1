import fc from "fast-check";

/** What a run of the simulation does: plain JSON, so that a failing run can be printed, shrunk and stored as a test. */

export interface Plan {
  /** The seed of everything that the plan does not say: delays, ids. */
  luck: number;
  steps: Step[];
  /** What suppliers decide about the orders that they receive: the first, the second, and so on. */
  decisions: Decision[];
  /** What happens to the calls to suppliers, in their order. After the end of the list, every call succeeds. */
  calls: Fault[];
  /** The same for callbacks to the partner. */
  callbacks: Fault[];
}

/** Starts this long after the step before; operations of clients overlap. */
export type Step = { afterMs: number } & (
  | {
      do: "buy";
      event: number;
      seats: number;
      by: "reference" | "key";
      /** The request is sent twice at once, as by a customer who clicks twice. */
      twice: boolean;
      notify: boolean;
      /** Between validate and book. */
      thinkMs: number;
      /** The client's time limit. */
      patienceMs: number;
    }
  /** The n-th order that was acknowledged, counted round. */
  | { do: "cancel" | "read"; order: number }
  | { do: "version" }
  /** All seats get this price, in cents. */
  | { do: "price"; price: number }
  /** An operator answers in the supplier's place. */
  | { do: "operator"; order: number; trigger: OperatorTrigger }
  /** Time jumps. */
  | { do: "jump"; ms: number }
  /** The process dies and another starts. `reopen`: its database dies too. */
  | { do: "crash"; reopen: boolean }
);

export const operatorTriggers = ["confirmed", "declined", "cancel", "cancel-confirmed", "cancel-declined"] as const;
export type OperatorTrigger = (typeof operatorTriggers)[number];

/** `…-later`: not decided when the request comes. */
export const decisions = ["confirmed", "declined", "confirmed-later", "declined-later", "keeps"] as const;
/** `keeps`: confirms, and refuses to cancel. */
export type Decision = (typeof decisions)[number];

export const faults = [
  "none",
  /** No connection. */
  "refused",
  /** The connection breaks before the request arrives, or after. */
  "request lost",
  "answer lost",
  /** The request arrives seconds later; its answer can be too late. */
  "late",
  /** The answer takes seconds. */
  "slow",
  /** The request arrives twice. */
  "twice",
  /** 500. */
  "error",
] as const;
export type Fault = (typeof faults)[number];

// Shrinking makes plans shorter and plainer; smaller numbers would cost many runs and say little.
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
  arbitrary: fc.record({ afterMs, ...fields }) as fc.Arbitrary<Step>,
});

const stepIn = ({ reopens }: { reopens: boolean }): fc.Arbitrary<Step> =>
  fc.oneof(
    step(9, {
      do: fc.constant("buy"),
      event: fc.nat({ max: 2 }),
      seats: fc.integer({ min: 1, max: 3 }),
      by: fc.constantFrom("reference", "key"),
      twice: fc.boolean(),
      notify: fc.boolean(),
      thinkMs: fc.noShrink(fc.oneof(fc.constant(0), fc.nat({ max: 30 }), fc.nat({ max: 8_000 }))),
      patienceMs: fc.constantFrom(15_000, 15_000, 15_000, 20, 500),
    }),
    step(4, { do: fc.constant("cancel"), order: nth }),
    step(2, { do: fc.constant("read"), order: nth }),
    step(1, { do: fc.constant("version") }),
    step(2, {
      do: fc.constant("price"),
      price: fc.noShrink(fc.integer({ min: 50, max: 99 }).map((dollars) => dollars * 100)),
    }),
    step(2, { do: fc.constant("operator"), order: nth, trigger: fc.constantFrom(...operatorTriggers) }),
    step(2, { do: fc.constant("jump"), ms: fc.constantFrom(4_000, 16_000, 35_000, 600_000, 1_740_000, 7_200_000) }),
    step(2, { do: fc.constant("crash"), reopen: reopens ? fc.boolean() : fc.constant(false) }),
  );

const faultList = fc.array(fc.constantFrom(...faults), { maxLength: 8 });

/** Any plan. A database that reopens takes a second, so most runs are without. */
export const anyPlan = ({ reopens = false } = {}): fc.Arbitrary<Plan> =>
  fc.record({
    luck: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
    steps: fc.array(stepIn({ reopens }), { minLength: 1, maxLength: 16 }),
    decisions: fc.array(fc.constantFrom(...decisions), { maxLength: 6 }),
    calls: faultList,
    callbacks: faultList,
  });
