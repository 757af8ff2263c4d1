import type { AuthProvider } from "react-admin";
import { ask, Refused } from "./http.ts";

export interface Me {
  id: string;
  email: string;
  name: string;
  role: "owner" | "catalogue" | "orders" | "read-only";
  lang: "es" | "pt" | "en";
  secondFactor: boolean;
  operatorName: string;
  sandbox: boolean;
}

let me: Promise<Me> | undefined;
let rights: Promise<Record<string, string[]>> | undefined;

/** Who is signed in; asked once a page load and after each sign-in. */
export const whoAmI = (): Promise<Me> => (me ??= ask<Me>("GET", "/session"));

/** What the operator may do, by operation id: the server's own table. */
const myRights = async (): Promise<Set<string>> => {
  rights ??= ask<Record<string, string[]>>("GET", "/roles");
  const [{ role }, table] = await Promise.all([whoAmI(), rights]);
  return new Set(table[role] ?? []);
};

/** Forgets who it was, after signing in or out. */
export const forgetMe = (): void => {
  me = undefined;
  rights = undefined;
};

const operations: Record<string, string> = {
  list: "list",
  show: "show",
  edit: "update",
  create: "create",
  delete: "delete",
  export: "list",
};

export const authProvider: AuthProvider = {
  async login({ email, password, code }: { email: string; password: string; code?: string }) {
    await ask("POST", "/session", { body: { email, password, ...(code && { code }) } });
    forgetMe();
  },
  async logout() {
    if (me) await ask("DELETE", "/session").catch(() => {});
    forgetMe();
  },
  async checkAuth() {
    await whoAmI().catch((error) => {
      forgetMe();
      throw error;
    });
  },
  async checkError(error) {
    if (error instanceof Refused && error.status === 401) throw error;
  },
  async getIdentity() {
    const { id, name, email } = await whoAmI();
    return { id, fullName: name || email };
  },
  async canAccess({ resource, action }) {
    const allowed = await myRights();
    return allowed.has(`${resource}.${operations[action] ?? action}`);
  },
  async getPermissions() {
    return (await whoAmI()).role;
  },
};
