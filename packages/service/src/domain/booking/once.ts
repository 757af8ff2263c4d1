import { setTimeout as pause } from "node:timers/promises";
import { readStoredAnswers, repeatableRequest, type StoredAnswer, storeAnswer } from "../../store/booking/answers.ts";
import type { Db } from "../../store/database/database.ts";
import { type HasGivenUp, unlessGivenUp } from "../../store/database/given-up.ts";
import type { RepeatableRequest } from "../../store/sale/orders.ts";
import type { Caller } from "../partners/keys.ts";

/** Recognises repeated requests for orders, holds and amendments. docs/decisions/0006-booking.md has the reasons. */

export interface RepeatableCall {
  caller: Caller;
  now: Date;
  /** The request's Idempotency-Key header. */
  idempotencyKey?: string | undefined;
  /** Whether a request with an Idempotency-Key waits, for about a second, while an equal request is in flight. */
  waitsInFlight?: boolean;
}

/** No answer: an equal request is in flight, or the key was used with other content. */
export type Unanswered = { outcome: "in-flight" } | { outcome: "key-reused" };

/** The outcome of an attempt at the work. */
export type Attempt<T> =
  /**
   * `body`: the answer to store for equal requests. Missing: the attempt has written the keys with its order or hold, or an equal request
   * is decided again. `short`: the checks passed, but the statement found too few seats. The next attempt finds the reason.
   */
  | { outcome: "answered" | "short"; answer: T; body?: object | undefined }
  /** The statement found the request's keys, or could not write them because an equal request is in flight. */
  | { outcome: "known" }
  | { outcome: "in-flight" };

interface Work<T> {
  scope?: "hold" | "change";
  /** Whether equal content makes an equal request, without an Idempotency-Key. */
  byContent?: boolean;
  /** Whether to look the keys up before the first attempt, because no statement of the attempt finds them. */
  readsFirst?: boolean;
  /** An answer whose client has given up is not stored. */
  hasGivenUp?: HasGivenUp;
  attempt: (request: RepeatableRequest) => Promise<Attempt<T>>;
  /** Returns the present answer to an equal request that was answered before. */
  again: (first: StoredAnswer) => T | Promise<T>;
}

/** How many attempts can find too few seats. */
const mostShortages = 3;
const inFlightPauseMs = 20;

/** Does the work of a request. If an earlier request has one of its keys, returns the answer to that request instead. */
export async function once<T>(db: Db, call: RepeatableCall, digest: string, work: Work<T>): Promise<T | Unanswered> {
  const request = repeatableRequest(call, digest, work);
  const store = (body: object): Promise<StoredAnswer[]> => {
    const write = (own: Db) => storeAnswer(own, request, body, call.now);
    return work.hasGivenUp ? unlessGivenUp(db, work.hasGivenUp, write) : write(db);
  };
  const mostWaits = call.idempotencyKey === undefined ? Number.POSITIVE_INFINITY : call.waitsInFlight ? 50 : 1;
  let [shortages, waits] = [0, 0];
  let attempt: Attempt<T> = work.readsFirst ? { outcome: "known" } : await work.attempt(request);
  for (; ; attempt = await work.attempt(request)) {
    if (attempt.outcome === "short" && ++shortages < mostShortages) continue;
    if (attempt.outcome === "in-flight") {
      if (++waits === mostWaits) return { outcome: "in-flight" };
      await pause(inFlightPauseMs);
      continue;
    }
    const earlier =
      attempt.outcome === "known"
        ? await readStoredAnswers(db, request, call.now)
        : attempt.body && (await store(attempt.body));
    const first = earlier?.[0];
    if (first) return first.digest === digest ? work.again(first) : { outcome: "key-reused" };
    if (attempt.outcome !== "known") return attempt.answer;
  }
}
