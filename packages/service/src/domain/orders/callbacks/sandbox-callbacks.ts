import {
  type Attempt,
  type CallbackRow,
  type CallbackState,
  listCallbacks,
} from "../../../store/orders/callbacks/callbacks.ts";
import { type CallbackDispatcher, replayCallback } from "./callbacks.ts";

/** Callbacks of a partner's test orders, for its developers. */
export interface SandboxCallback {
  /** The webhook-id of every attempt. */
  id: string;
  orderId: string;
  sequence: number;
  status: string;
  /** The address with `orderid` and `status`. */
  url: string;
  body: string;
  state: CallbackState;
  /** Null: no further attempt. */
  nextAttemptAt: Date | null;
  /** Oldest first. */
  attempts: SandboxAttempt[];
}

export interface SandboxAttempt {
  at: Date;
  /** Whether it is a replay. */
  replay: boolean;
  /** `answered`, `sandbox` for a failure that the order requested, or the reason why there is no answer. */
  outcome: string;
  httpStatus: number | null;
  ms: number;
  /** The beginning of the answer, or a sentence about the failure. */
  answer: string;
}

/** Newest first. Only the partner's own test orders. */
export async function sandboxCallbacks(
  { db }: CallbackDispatcher,
  partnerId: string,
  { orderId, limit }: { orderId?: string | undefined; limit: number },
): Promise<SandboxCallback[]> {
  const rows = await listCallbacks(db, { partnerId, orderId, test: true }, limit);
  return rows.map(shown);
}

/** Sends a callback again and returns it with the new attempt. Null: the partner has no such callback. */
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
