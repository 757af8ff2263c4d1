import { ApiError, callApi } from "../api/client.ts";
import type { Answer, OperationId } from "../api/types.ts";
import { shared } from "../ui/shared.ts";
import { forgetDevice, isUnreachable, offlineOperator, offlineRights } from "./away.ts";

/** The signed-in operator. */
export type Me = Answer<"session.show">;
export type Role = Me["role"];
export const roles = ["owner", "catalogue", "orders", "read-only", "door", "guide"] as const satisfies Role[];

/** Returns whether the operator must set up a second factor first. */
export const lacksSecondFactor = ({ secondFactor, secondFactorRequired }: Me): boolean =>
  secondFactorRequired && !secondFactor;

/** The store's time zone, once the operator is known; undefined for a store that has neither chosen one nor products. */
export const storeZone = shared<string | undefined>(undefined);

let me: Promise<Me> | undefined;
let rights: Promise<Answer<"roles.table">> | undefined;

/**
 * Returns the signed-in operator, loaded once per page load and after each sign-in. Without network, returns the operator who prepared
 * the device.
 */
export function whoAmI(): Promise<Me> {
  me ??= callApi("session.show")
    .catch(async (error) => {
      forgetMe();
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
export function forgetMe(): void {
  me = undefined;
  rights = undefined;
}

/** Returns the operations that the operator's role allows, from the server's own table. */
export async function myRights(): Promise<ReadonlySet<OperationId>> {
  rights ??= callApi("roles.table").catch((error) => {
    rights = undefined;
    throw error;
  });
  try {
    const [{ role }, table] = await Promise.all([whoAmI(), rights]);
    return new Set(table[role] as OperationId[]);
  } catch (error) {
    if (isUnreachable(error) && (await offlineOperator())) return new Set(offlineRights);
    throw error;
  }
}

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export async function signIn(credentials: { email: string; password: string; code?: string }): Promise<void> {
  await callApi("session.signIn", { body: credentials });
  forgetMe();
}

/** Ends the session, if there still is one, and deletes the data that the operator's work left on this device. */
export async function signOut(): Promise<void> {
  if (me) await callApi("session.signOut").catch(() => {});
  forgetMe();
  await forgetDevice();
}
