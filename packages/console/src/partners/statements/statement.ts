import type { ApiAnswer, ListRecord } from "../../api/types.ts";

export type Statement = ListRecord<"statements.list">;
/** A statement as its partner reads it, too. */
export type ListedStatement = Omit<Statement, "partner" | "partnerId" | "partnerName" | "issuedBy"> & {
  partnerName?: string;
};
export type StatementLine = ApiAnswer<"statements.show">["lines"][number];
export type Draft = NonNullable<ApiAnswer<"statements.draft">["draft"]>;
export type Payment = ListRecord<"partners.payments">;

export const statementAddress = (id: string): string => `/statements/${id}/show`;

/** What partners owe by their last statements, and what they are owed, by currency. */
export interface AccountSum {
  currencyCode: string;
  toUs: number;
  byUs: number;
}

/** Sums up what is open. A statement goes on from the one before, so only the latest of each account counts. `statements`: the latest first. */
export function sumsOfAccounts(statements: readonly Statement[]): AccountSum[] {
  const seen = new Set<string>();
  const sums = new Map<string, AccountSum>();
  for (const { partnerId, currencyCode, openAmount } of statements) {
    const account = `${partnerId} ${currencyCode}`;
    if (seen.has(account)) continue;
    seen.add(account);
    const sum = sums.get(currencyCode) ?? { currencyCode, toUs: 0, byUs: 0 };
    const open = Number(openAmount);
    sums.set(currencyCode, open > 0 ? { ...sum, toUs: sum.toUs + open } : { ...sum, byUs: sum.byUs - open });
  }
  return [...sums.values()];
}
