import { LRUCache } from "lru-cache";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { type SuppliedItem, suppliedEvent } from "../../store/dispatch/supplier-seats.ts";
import { findSupplierKind } from "../../suppliers/kinds.ts";
import type { SupplierEvent } from "../../suppliers/supplier.ts";
import type { OrderContext } from "../orders/transitions.ts";
import { capacityOf, writeSeats } from "./supplier-seats.ts";

/**
 * Reads the seats of an event from its supplier while a partner waits: docs/decisions/0044-buying-through-octo.md. If
 * the supplier does not answer in time, the seats in the store decide.
 */

/** Milliseconds that a partner's request waits for the supplier and for the store. */
export const liveSeatsWaitMs = 1_500;
/** Milliseconds for which one answer serves every request for its event. */
const freshMs = 5_000;
/** Milliseconds without a question after a supplier was too slow. */
const pauseMs = 30_000;
/** Maximum number of questions in flight for one supplier. */
const maxAtOnce = 4;
const maxEvents = 5_000;

interface Answer {
  item: SuppliedItem;
  seats: number | null;
  /** Writes the seats to the store, once for each answer. */
  write?: Promise<void>;
}

interface Load {
  inFlight: number;
  pausedUntilMs: number;
}

interface Question {
  answer: Promise<Answer | null>;
  /** The load of the supplier; undefined until the supplier is asked. */
  load?: Load;
}

type Context = Pick<OrderContext, "db" | "clock" | "suppliers" | "onError" | "inFlight">;

/**
 * Makes the function that returns an event with the seats that its supplier has now. It writes them to the store when
 * they change whether `wanted` seats can be sold.
 */
export function liveSeats(
  context: Context,
  waitMs: number,
): (event: BookableEvent, wanted: number) => Promise<BookableEvent> {
  const questions = new LRUCache<string, Question>({ max: maxEvents, ttl: freshMs });
  const loads = new Map<string, Load>();

  async function ask(eventId: string, question: Question): Promise<Answer | null> {
    const found = await suppliedEvent(context.db, eventId);
    if (!found) return null;
    const { stored, item } = found;
    const load = loads.get(stored.externalId) ?? { inFlight: 0, pausedUntilMs: 0 };
    loads.set(stored.externalId, load);
    if (load.inFlight >= maxAtOnce || performance.now() < load.pausedUntilMs) return null;
    question.load = load;
    load.inFlight += 1;
    const startedAtMs = performance.now();
    try {
      const { eventOn } = item.events[0]!;
      const day = eventOn.slice(0, 10);
      const there = await context.suppliers(stored).availability!(item, { first: day, last: day });
      return there && { item, seats: seatsAt(there, eventOn) };
    } finally {
      load.inFlight -= 1;
      if (performance.now() - startedAtMs < waitMs) load.pausedUntilMs = 0;
    }
  }

  function questionAbout(eventId: string): Question {
    const known = questions.get(eventId);
    if (known) return known;
    const question: Question = { answer: Promise.resolve(null) };
    question.answer = ask(eventId, question).catch((error) => {
      context.onError(error);
      return null;
    });
    questions.set(eventId, question);
    return question;
  }

  /** Writes the answer's seats. A shutdown waits for the write, because it is a transaction. */
  function write(answer: Answer): Promise<void> {
    answer.write ??= (async () => {
      const [event] = answer.item.events;
      const capacity = capacityOf(answer.seats, event!.booked);
      if (capacity !== event!.capacity)
        await writeSeats(context.db, answer.item, new Map([[event!.eventOn, { capacity }]]), context.clock());
    })().catch(context.onError);
    context.inFlight.add(answer.write);
    return answer.write.finally(() => context.inFlight.delete(answer.write!));
  }

  return async (event, wanted) => {
    if (event.supplierKind === null || !findSupplierKind(event.supplierKind)?.readsSeats) return event;
    const untilMs = performance.now() + waitMs;
    const question = questionAbout(event.id);
    const answer = await within(waitMs, question.answer);
    if (answer === undefined && question.load) question.load.pausedUntilMs = performance.now() + pauseMs;
    if (!answer) return event;
    const { seats } = answer;
    const isShortThere = seats !== null && seats < wanted;
    const isShortHere = event.capacityLeft !== null && event.capacityLeft < wanted;
    if (isShortThere === isShortHere) return event;
    await within(untilMs - performance.now(), write(answer));
    return isShortThere ? { ...event, capacityLeft: seats } : event;
  };
}

/** Returns the seats of an event at the supplier. A time that the supplier does not list has no seats. */
const seatsAt = (there: readonly SupplierEvent[], eventOn: string): number | null => {
  const found = there.find((one) => one.eventOn === eventOn);
  return found ? found.seats : 0;
};

/** Waits for a promise. Returns undefined if the promise takes longer than `ms`. */
async function within<T>(ms: number, value: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
