import type { OrderStatus } from "@paseo/contract";
import type { PlainRefusalCode } from "../texts/refusals.ts";

/**
 * Triggers in the e-mail address of a test order: `decline-after-5+callback-fails-2@sandbox.test`. The simulator,
 * docs/reference/sandbox.md and the tests read this table. No message is ever sent to such an address: `.test` is reserved.
 */

export const sandboxDomain = "sandbox.test";

/** The simulated course of a test order. */
interface TestOrderCourse {
  /** The code with which eventbook refuses the order; null when it is placed. */
  refusal: PlainRefusalCode | null;
  answer: "confirmed" | "declined";
  /** Seconds from the request to the supplier's answer. */
  answerAfter: number;
  /** Whether the supplier gives no answer at all until that time. */
  silent: boolean;
  /** Seconds from the confirmation until the supplier cancels the order; null when it does not. */
  cancelsAfter: number | null;
  /** Whether the supplier refuses cancellations. */
  declinesCancel: boolean;
  /** Whether the supplier refuses amendments, or does not answer them. */
  declinesChange: boolean;
  holdsChange: boolean;
  /** How many attempts of each callback fail before the endpoint is called. */
  callbackFailures: number;
}

const withoutTrigger: TestOrderCourse = {
  refusal: null,
  answer: "confirmed",
  answerAfter: 0,
  silent: false,
  cancelsAfter: null,
  declinesCancel: false,
  declinesChange: false,
  holdsChange: false,
  callbackFailures: 0,
};

/** The aspect that a trigger decides. An address may have one trigger for each aspect. */
type Part = "answer" | "cancellation" | "change" | "callbacks";

interface Trigger {
  decides: readonly Part[];
  /** Bounds of the number N at the end of the trigger's name. */
  n?: readonly [least: number, most: number];
  script: (n: number) => Partial<TestOrderCourse>;
  happens: string;
  /** The order's statuses, beginning with eventbook's answer; empty when no order is placed. */
  statuses: readonly OrderStatus[];
}

const seconds = [0, 600] as const;
/** Seconds after which an order whose simulated supplier stays silent is flagged. */
export const silenceLimitSeconds = 5;

/** Every trigger by name; `-N` at the end means a whole number. */
export const sandboxTriggers: Record<string, Trigger> = {
  confirm: {
    decides: ["answer"],
    script: () => ({}),
    happens: "The supplier confirms at once. This is also the default.",
    statuses: ["complete"],
  },
  "confirm-after-N": {
    decides: ["answer"],
    n: seconds,
    script: (n) => ({ answerAfter: n }),
    happens: "The supplier confirms after N seconds.",
    statuses: ["waitsupplier", "complete"],
  },
  decline: {
    decides: ["answer", "cancellation"],
    script: () => ({ answer: "declined" }),
    happens: "The supplier declines at once. `eventbook` answers IsValid false with the error `supplier-declined`.",
    statuses: ["rejected"],
  },
  "decline-after-N": {
    decides: ["answer", "cancellation"],
    n: seconds,
    script: (n) => ({ answer: "declined", answerAfter: n }),
    happens: "The supplier declines after N seconds.",
    statuses: ["waitsupplier", "rejected"],
  },
  "silent-then-confirm-N": {
    decides: ["answer"],
    n: seconds,
    script: (n) => ({ answerAfter: n, silent: true }),
    happens: `The supplier does not answer for N seconds, then confirms. After ${silenceLimitSeconds} seconds the order is flagged for the operator; its status does not change.`,
    statuses: ["waitsupplier", "complete"],
  },
  "supplier-cancels-after-N": {
    decides: ["cancellation"],
    n: seconds,
    script: (n) => ({ cancelsAfter: n }),
    happens: "The supplier confirms, and cancels the order N seconds later.",
    statuses: ["complete", "waitcancel", "cancelled"],
  },
  "cancel-declined": {
    decides: ["cancellation"],
    script: () => ({ declinesCancel: true }),
    happens:
      "The supplier confirms, and refuses your cancellation. `ordercancel` answers IsValid false with the error `cancel-declined`.",
    statuses: ["complete", "waitcancel", "complete"],
  },
  "change-declined": {
    decides: ["change"],
    script: () => ({ declinesChange: true }),
    happens:
      "The supplier confirms, and refuses a change. The acceptance of `orderamend` answers IsValid false with the error `change-declined`.",
    statuses: ["complete"],
  },
  "change-unanswered": {
    decides: ["change"],
    script: () => ({ holdsChange: true }),
    happens: "The supplier confirms, and does not answer a change: it stays `waitsupplier` until the operator decides.",
    statuses: ["complete"],
  },
  "price-changed": {
    decides: ["answer", "cancellation", "callbacks"],
    script: () => ({ refusal: "price-changed" }),
    happens: "`eventbook` refuses with the error `price-changed`.",
    statuses: [],
  },
  "sold-out": {
    decides: ["answer", "cancellation", "callbacks"],
    script: () => ({ refusal: "event-sold-out" }),
    happens: "`eventbook` refuses with the error `event-sold-out`.",
    statuses: [],
  },
  "hold-expired": {
    decides: ["answer", "cancellation", "callbacks"],
    script: () => ({ refusal: "hold-expired" }),
    happens: "`eventbook` refuses with the error `hold-expired`.",
    statuses: [],
  },
  "callback-fails-N": {
    decides: ["callbacks"],
    n: [1, 10],
    script: (n) => ({ callbackFailures: n }),
    happens: "The first N attempts of each callback fail before your endpoint is called. With 10, no callback arrives.",
    statuses: ["complete"],
  },
};

/** Returns the course of a test order with this address. An order with an address outside the reserved domain is confirmed at once. */
export function courseOfTestOrder(email: string): TestOrderCourse {
  const read = readTriggers(email);
  const changes = typeof read === "string" ? [] : read.map(({ trigger, n }) => trigger.script(n));
  return Object.assign({ ...withoutTrigger }, ...changes);
}

/** Returns the problem with the triggers of an address, as a sentence without its full stop; null when they are valid. */
export function triggerProblem(email: string): string | null {
  const read = readTriggers(email);
  return typeof read === "string" ? read : null;
}

/** Returns the seconds after which a test order without an answer is flagged. The time is long, unless the test is about silence. */
export const answerLimitSeconds = (email: string): number =>
  courseOfTestOrder(email).silent ? silenceLimitSeconds : 2 * seconds[1];

export const callbackFailures = (email: string): number => courseOfTestOrder(email).callbackFailures;
export const forcedRefusal = (email: string): PlainRefusalCode | null => courseOfTestOrder(email).refusal;

interface Chosen {
  /** The trigger as the client wrote it. */
  word: string;
  trigger: Trigger;
  n: number;
}

/**
 * Parses the triggers of an address; an address outside the reserved domain has none. Returns a sentence when they are
 * invalid.
 */
function readTriggers(email: string): Chosen[] | string {
  const [local, domain, ...more] = email.toLowerCase().split("@");
  if (domain !== sandboxDomain || more.length > 0) return [];
  const chosen: Chosen[] = [];
  for (const word of local!.split("+")) {
    const read = readTrigger(word);
    if (typeof read === "string") return read;
    const rival = chosen.find(({ trigger }) => trigger.decides.some((part) => read.trigger.decides.includes(part)));
    if (rival) return `email combines ${rival.word} with ${word}, which cannot both be`;
    chosen.push(read);
  }
  return chosen;
}

function readTrigger(word: string): Chosen | string {
  for (const [name, trigger] of Object.entries(sandboxTriggers)) {
    if (!trigger.n && word === name) return { word, trigger, n: 0 };
    const stem = name.slice(0, -1);
    if (!trigger.n || !`${word}-`.startsWith(stem)) continue;
    const [least, most] = trigger.n;
    const text = word.slice(stem.length);
    if (/^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most)
      return { word, trigger, n: Number(text) };
    return `email must have a whole number from ${least} to ${most} in place of the N of ${name}`;
  }
  const names = Object.keys(sandboxTriggers).join(", ");
  return `email is an address in ${sandboxDomain}, which must be triggers joined by +, such as confirm@${sandboxDomain}; the triggers are ${names}`;
}

/** Returns the table of triggers in Markdown, for docs/reference/sandbox.md. */
export function sandboxTable(): string {
  const code = (text: string) => `\`${text}\``;
  const rows = Object.entries(sandboxTriggers).map(([name, { decides, n, happens, statuses }]) => {
    const bounds = n ? `${n[0]} to ${n[1]}` : "–";
    const seen = statuses.length > 0 ? statuses.map(code).join(" → ") : "no order";
    return `| ${code(name)} | ${bounds} | ${happens} | ${seen} | ${decides.join(", ")} |`;
  });
  return ["| Trigger | N | What happens | Status | Decides |", "|---|---|---|---|---|", ...rows, ""].join("\n");
}
