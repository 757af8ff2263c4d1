import type { AuthProvider } from "react-admin";
import { ask, Refused } from "./http.ts";
import type { Language } from "./i18n/index.ts";

export const roles = ["owner", "catalogue", "orders", "read-only"] as const;
export type Role = (typeof roles)[number];

/** Who is signed in. */
export interface Me {
  id: string;
  email: string;
  name: string;
  role: Role;
  lang: Language;
  secondFactor: boolean;
  /** Whether every operator must have one. */
  secondFactorRequired: boolean;
  /** Recovery codes that are left. */
  recoveryCodes: number;
  /** Of the house. */
  operatorName: string;
  sandbox: boolean;
}

/** Whether nothing else is open to the operator until it has set up a second factor. */
export const lacksSecondFactor = ({ secondFactor, secondFactorRequired }: Me): boolean =>
  secondFactorRequired && !secondFactor;

let me: Promise<Me> | undefined;
let rights: Promise<Record<string, string[]>> | undefined;

/** Who is signed in; asked once a page load and after each sign-in. */
export function whoAmI(): Promise<Me> {
  me ??= ask<Me>("GET", "/session").catch((error) => {
    forgetMe();
    throw error;
  });
  return me;
}

/** Forgets who it was, after signing in or out and after own settings changed. */
export function forgetMe(): void {
  me = undefined;
  rights = undefined;
}

/** What the operator may do, by operation id: the server's own table. */
export async function myRights(): Promise<Set<string>> {
  rights ??= ask<Record<string, string[]>>("GET", "/roles");
  const [{ role }, table] = await Promise.all([whoAmI(), rights]);
  return new Set(table[role] ?? []);
}

const operations: Record<string, string> = {
  list: "list",
  show: "show",
  edit: "update",
  create: "create",
  delete: "delete",
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
    await whoAmI();
  },
  async checkError(error) {
    if (error instanceof Refused && error.status === 401) throw error;
  },
  async getIdentity() {
    const known = await whoAmI();
    return { ...known, fullName: known.name || known.email };
  },
  async canAccess({ resource, action }) {
    const allowed = await myRights();
    // Operations are called `whiteLabels.list` where the address says `white-labels`.
    const name = resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return allowed.has(`${name}.${operations[action] ?? action}`);
  },
  async getPermissions() {
    return (await whoAmI()).role;
  },
};
