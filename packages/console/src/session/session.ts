import { ApiError, callApi } from "../api/client.ts";
import type { ApiAnswer, OperationId } from "../api/types.ts";
import { createSharedValue } from "../ui/shared.ts";
import { forgetDevice, isUnreachable, offlineOperator, offlineRights } from "./away.ts";

/** The signed-in operator. */
export type SignedInOperator = ApiAnswer<"session.show">;
export type OperatorRole = SignedInOperator["role"];
export const operatorRoles = [
  "owner",
  "catalogue",
  "orders",
  "read-only",
  "door",
  "guide",
  "partner",
] as const satisfies OperatorRole[];

/** Returns whether the operator must set up a second factor first. */
export const lacksSecondFactor = ({ secondFactor, secondFactorRequired }: SignedInOperator): boolean =>
  secondFactorRequired && !secondFactor;

/** The store's time zone, once the operator is known; undefined for a store that has neither chosen one nor products. */
export const storeZone = createSharedValue<string | undefined>(undefined);

let me: Promise<SignedInOperator> | undefined;
let rights: Promise<ApiAnswer<"roles.table">> | undefined;

/**
 * Returns the signed-in operator, loaded once per page load and after each sign-in. Without network, returns the operator who prepared
 * the device.
 */
export function readSignedInOperator(): Promise<SignedInOperator> {
  me ??= callApi("session.show")
    .catch(async (error) => {
      clearSessionCache();
      const known = isUnreachable(error) ? await offlineOperator() : null;
      if (known) return known;
      throw error;
    })
    .then((known) => {
      storeZone.set(known.timeZone ?? undefined);
      return known;
    });
  return me;
}

/** Clears the cache, after sign-in, sign-out and changes of the account settings. */
export function clearSessionCache(): void {
  me = undefined;
  rights = undefined;
}

/** Returns the operations that the operator's role allows, from the server's own table. */
export async function readOperatorRights(): Promise<ReadonlySet<OperationId>> {
  rights ??= callApi("roles.table").catch((error) => {
    rights = undefined;
    throw error;
  });
  try {
    const [{ role }, table] = await Promise.all([readSignedInOperator(), rights]);
    return new Set(table[role] as OperationId[]);
  } catch (error) {
    if (isUnreachable(error) && (await offlineOperator())) return new Set(offlineRights);
    throw error;
  }
}

export const isSignedOutError = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export async function signIn(credentials: { email: string; password: string; code?: string }): Promise<void> {
  await callApi("session.signIn", { body: credentials });
  clearSessionCache();
}

/** Ends the session, if there still is one, and deletes the data that the operator's work left on this device. */
export async function signOut(): Promise<void> {
  if (me) await callApi("session.signOut").catch(() => {});
  clearSessionCache();
  await forgetDevice();
}
