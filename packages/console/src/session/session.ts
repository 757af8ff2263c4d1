import type { AuthProvider } from "react-admin";
import { ApiError, callApi } from "../api/client.ts";
import { operationOf } from "../api/data.ts";
import type { Answer, OperationId } from "../api/types.ts";
import { forgetDevice, isAway, meAway, rightsAway } from "./away.ts";

/** The signed-in operator. */
export type Me = Answer<"session.show">;
export type Role = Me["role"];
export const roles = ["owner", "catalogue", "orders", "read-only", "door"] as const satisfies Role[];

/** Whether the operator must set up a second factor first. */
export const lacksSecondFactor = ({ secondFactor, secondFactorRequired }: Me): boolean =>
  secondFactorRequired && !secondFactor;

let me: Promise<Me> | undefined;
let rights: Promise<Answer<"roles.table">> | undefined;

/** The signed-in operator; loaded once per page load and after each sign-in. Without network: who prepared the device. */
export function whoAmI(): Promise<Me> {
  me ??= callApi("session.show").catch(async (error) => {
    forgetMe();
    const known = isAway(error) ? await meAway() : null;
    if (known) return known;
    throw error;
  });
  return me;
}

/** Clears the cache, after sign-in, sign-out and changes of the account settings. */
export function forgetMe(): void {
  me = undefined;
  rights = undefined;
}

/** The operations that the operator's role allows: the server's own table. */
export async function myRights(): Promise<ReadonlySet<OperationId>> {
  rights ??= callApi("roles.table").catch((error) => {
    rights = undefined;
    throw error;
  });
  try {
    const [{ role }, table] = await Promise.all([whoAmI(), rights]);
    return new Set(table[role] as OperationId[]);
  } catch (error) {
    if (isAway(error) && (await meAway())) return new Set(rightsAway);
    throw error;
  }
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** React-admin shows an error's message, so this is the key of a text: `signedOut`, or that the service is out of reach. */
const inWords = (error: unknown, signedOut: string): Error =>
  new Error(isSignedOut(error) ? signedOut : "problems.unreachable");

export const authProvider: AuthProvider = {
  async login({ email, password, code }: { email: string; password: string; code?: string }) {
    await callApi("session.signIn", { body: { email, password, ...(code && { code }) } });
    forgetMe();
  },
  async logout() {
    if (me) await callApi("session.signOut").catch(() => {});
    forgetMe();
    await forgetDevice();
  },
  async checkAuth() {
    await whoAmI().catch((error) => {
      // Without an answer nothing is known about the session.
      if (isAway(error)) return;
      throw inWords(error, "ra.auth.auth_check_error");
    });
  },
  async checkError(error) {
    if (isSignedOut(error)) throw inWords(error, "problems.signed-out");
  },
  async getIdentity() {
    return whoAmI();
  },
  async canAccess({ resource, action }) {
    return (await myRights()).has(operationOf(resource, action));
  },
};
