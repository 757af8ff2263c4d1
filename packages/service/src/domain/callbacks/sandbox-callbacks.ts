import { listCallbacks } from "../../store/callbacks/callback-list.ts";
import type { CallbackAttempt, CallbackRow } from "../../store/callbacks/callbacks.ts";
import { type CallbackDispatcher, replayCallback } from "./callbacks.ts";

/** Callbacks of a partner's test orders, for its developers. */

/** `attempts`: oldest first. `nextAttemptAt`: null if there is no further attempt. */
export type SandboxCallback = Pick<CallbackRow, "id" | "orderId" | "sequence" | "status" | "url" | "body" | "state"> & {
  nextAttemptAt: Date | null;
  attempts: CallbackAttempt[];
};

/** Returns the callbacks of the partner's own test orders, newest first. */
export async function sandboxCallbacks(
  { db }: CallbackDispatcher,
  partnerId: string,
  { orderId, limit }: { orderId?: string | undefined; limit: number },
): Promise<SandboxCallback[]> {
  const rows = await listCallbacks(db, { partnerId, orderId, test: true }, limit);
  return rows.map(shown);
}

/** Sends a callback again and returns it with the new attempt. Returns null if the partner has no such callback. */
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

function shown({ log, nextAt, ...row }: CallbackRow & { log: CallbackAttempt[] }): SandboxCallback {
  const { id, orderId, sequence, status, url, body, state } = row;
  return { id, orderId, sequence, status, url, body, state, nextAttemptAt: nextAt, attempts: log };
}
