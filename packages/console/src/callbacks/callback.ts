import type { ApiAnswer, ListRecord } from "../api/types.ts";

/** Callbacks of all partners. */
export type CallbackLine = ListRecord<"callbacks.list">;
export type CallbackRecord = ApiAnswer<"callbacks.show">;
export type CallbackState = CallbackLine["state"];
export const callbackStates = ["waiting", "delivered", "given-up", "stopped"] as const satisfies CallbackState[];

/**
 * Returns the number of a callback within its order: the number of the status change, such as `2`. A callback about an amendment adds the
 * amendment's number, such as `2.1`.
 */
export const callbackNumber = ({ sequence, amended }: Pick<CallbackRecord, "sequence" | "amended">): string =>
  amended > 0 ? `${sequence}.${amended}` : `${sequence}`;
