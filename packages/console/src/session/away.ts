import { ApiError } from "../api/client.ts";
import type { Answer, OperationId } from "../api/types.ts";
import { forgetValues, readValue, writeValue } from "../door/offline/device-store.ts";
import { forgetPage } from "../door/offline/shell.ts";

type Me = Answer<"session.show">;

/** The door's device without network: who is signed in, and what is possible. Nothing else works then. */

/** Whether the service could not be reached, or cannot work now. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 0 || error.status >= 502
    : error instanceof DOMException && error.name === "TimeoutError";

/** What the door does without network. */
export const offlineRights: readonly OperationId[] = ["vouchers.redeem", "vouchers.undo", "door.events"];

const never = () => undefined;

export const rememberMe = (me: Me): Promise<unknown> => writeValue("who", me);
/** The operator who prepared this device; null: nobody did. */
export const offlineOperator = async (): Promise<Me | null> => (await readValue<Me>("who").catch(never)) ?? null;

/** Deletes what the door stored on this device, but for admissions that wait for the network. */
export async function forgetDevice(): Promise<void> {
  await Promise.all([forgetValues().catch(never), forgetPage().catch(never)]);
}
