import { ApiError } from "../api/client.ts";
import type { ApiAnswer, OperationId } from "../api/types.ts";
import { forgetValues, readValue, writeValue } from "../door/offline/device-store.ts";
import { deleteCachedPage } from "../door/offline/shell.ts";

type Me = ApiAnswer<"session.show">;

/** The door's device without network: the signed-in operator and the allowed operations. Nothing else works then. */

/** Returns whether the service could not be reached, or cannot work now. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 0 || error.status >= 502
    : error instanceof DOMException && error.name === "TimeoutError";

/** The operations of the door that work without network. */
export const offlineRights: readonly OperationId[] = [
  "vouchers.redeem",
  "vouchers.undo",
  "door.events",
  "door.collect",
];

const never = () => undefined;

export const rememberOperator = (me: Me): Promise<unknown> => writeValue("who", me);
/** Returns the operator who prepared this device; null if nobody did. */
export const offlineOperator = async (): Promise<Me | null> => (await readValue<Me>("who").catch(never)) ?? null;

/** Deletes the data that the door stored on this device, except for admissions and payments that wait for the network. */
export async function forgetDevice(): Promise<void> {
  await Promise.all([forgetValues().catch(never), deleteCachedPage().catch(never)]);
}
