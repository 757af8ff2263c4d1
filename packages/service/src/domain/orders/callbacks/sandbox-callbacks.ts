import { type Attempt, type CallbackRow, type CallbackState, listCallbacks } from "../../../store/orders/callbacks.ts";
import { type CallbackDispatcher, replayCallback } from "./callbacks.ts";

/** A partner's own notifications of test orders, as a developer looks at them. */
export interface SandboxCallback {
  /** The webhook-id of every attempt. */
  id: string;
  orderId: string;
  sequence: number;
  status: string;
  /** As it is called, with `orderid` and `status`. */
  url: string;
  body: string;
  state: CallbackState;
  /** Null when none is due any more. */
  nextAttemptAt: Date | null;
  /** Oldest first. */
  attempts: SandboxAttempt[];
}

export interface SandboxAttempt {
  at: Date;
  /** Whether it was asked for by hand. */
  replay: boolean;
  /** `answered`, `sandbox` when the order asked for a failure, or why there was no answer. */
  outcome: string;
  httpStatus: number | null;
  ms: number;
  /** The beginning of what was answered, or a sentence on what went wrong. */
  answer: string;
}

/** The newest first. Another partner's order has none here, and neither has a live one. */
export async function sandboxCallbacks(
  { db }: CallbackDispatcher,
  partnerId: string,
  { orderId, limit }: { orderId?: string | undefined; limit: number },
): Promise<SandboxCallback[]> {
  const rows = await listCallbacks(db, { partnerId, orderId, test: true }, limit);
  return rows.map(shown);
}

/** Sends one again now, whatever became of it, and gives it with the new attempt. Null: the partner has no such one. */
export async function replaySandboxCallback(
  dispatcher: CallbackDispatcher,
  partnerId: string,
  id: string,
): Promise<SandboxCallback | null> {
  const find = () => listCallbacks(dispatcher.db, { id, partnerId, test: true }, 1);
  const [found] = await find();
  if (!found) return null;
  await replayCallback(dispatcher, found);
  const [replayed] = await find();
  return shown(replayed!);
}

function shown({ log, nextAt, ...row }: CallbackRow & { log: Attempt[] }): SandboxCallback {
  const { id, orderId, sequence, status, url, body, state } = row;
  return { id, orderId, sequence, status, url, body, state, nextAttemptAt: nextAt, attempts: log };
}
