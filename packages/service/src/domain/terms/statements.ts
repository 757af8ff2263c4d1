import { randomUUID } from "node:crypto";
import type { TicketSelection } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import { countTickets } from "../../records/tickets/no-shows.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import { recordPartnerLetters } from "../../store/sale/due-letters.ts";
import { termsOfPartner } from "../../store/terms/partner-terms.ts";
import { type AccountKey, accountCurrencies, type OrderFacts, openOrders } from "../../store/terms/standings.ts";
import {
  insertStatement,
  lastStatement,
  lockAccount,
  nextNumber,
  openPayments,
  type StatementLineRow,
  type StatementParties,
  type StatementRow,
} from "../../store/terms/statements.ts";
import { dayNumber, isoDay, localDateAt, weekday } from "../selling/dates.ts";
import { minorDigits } from "../selling/money.ts";
import { noShowTicketsOf } from "../visits/attendance.ts";
import { amountsOf, differenceOf, type LineContent, lineKind, type Standing, standingOf } from "./standing.ts";

/**
 * Statements of partners: docs/decisions/0070-statements.md. A statement has a line for each order whose standing differs from what former
 * lines say of it. So all lines of an order add up to its standing, whatever happened to it and when.
 */

export type StatementLine = StatementLineRow<LineContent>;

/** A statement as it would be issued now. Amounts are decimal strings. */
export interface StatementDraft {
  partnerId: string;
  currencyCode: string;
  /** `yyyy-MM-dd`, both included. */
  firstOn: string;
  lastOn: string;
  dueOn: string;
  balanceBefore: string;
  /** Payments since the former statement. */
  paid: string;
  total: string;
  balanceAfter: string;
  lines: StatementLine[];
}

export interface AccountCall {
  /** The store's time zone. */
  zone: string;
  now: Date;
}

/** Days after an event within which admissions, and no-shows, are still recorded. */
const attendanceDays = 40;

const keyOf = (partnerId: string, code: string): AccountKey => ({
  partnerId,
  currency: { code, digits: minorDigits(code) },
});

/** Returns the lines that are open on an account: of the orders that are due by a day, or of all orders. */
export async function openLines(
  db: Db | Tx,
  account: AccountKey,
  dueUntil: string | null,
  { zone, now }: AccountCall,
): Promise<StatementLine[]> {
  const attendedSince = isoDay(dayNumber(localDateAt(now, zone))! - attendanceDays);
  const orders = await openOrders(db, account, { dueUntil, attendedSince, zone });
  const counting = orders.filter(({ terms }) => terms.noShow !== "as-sold");
  const missed = counting.length > 0 ? await noShowTicketsOf(db, counting, now) : new Map<string, TicketSelection[]>();
  return orders.flatMap((order) => lineOfOrder(order, missed.get(order.id) ?? [], account.currency) ?? []);
}

function lineOfOrder(
  order: OrderFacts,
  missed: readonly TicketSelection[],
  currency: StoreCurrency,
): StatementLine | null {
  const before = order.onStatements as (Standing & { content: LineContent }) | null;
  const { digits } = currency;
  const noShow = missed.length > 0 ? amountsOf(missed, order, currency) : null;
  const difference = differenceOf(standingOf(order, noShow, digits), before, digits);
  if (!difference) return null;
  const { externalReference, productName, itemName, eventOn, tickets, status, taxRate, refunded } = order;
  const content: LineContent = {
    ...{
      reference: orderReference({ ...order, test: false }),
      externalReference,
      productName,
      itemName,
      eventOn,
      tickets,
    },
    ...{ status, taxRate, refunded, noShows: countTickets(missed) },
  };
  // An order that ended before its first statement, and left nothing, is none of the partner's business.
  if (!before && Object.values(difference).every((amount) => new Big(amount).eq(0)) && status !== "complete")
    return null;
  return { orderId: order.id, kind: lineKind(before?.content ?? null, content), ...difference, content };
}

/** Returns the statement that would be issued now, with the orders that are due by its last day. */
export async function draftStatement(
  db: Db | Tx,
  { partnerId, currencyCode, lastOn }: { partnerId: string; currencyCode: string; lastOn: string },
  call: AccountCall,
): Promise<StatementDraft> {
  const account = keyOf(partnerId, currencyCode);
  const { digits } = account.currency;
  const last = await lastStatement(db, partnerId, currencyCode);
  const [terms] = await termsOfPartner(db, partnerId);
  const lines = await openLines(db, account, lastOn, call);
  const paid = await openPayments(db, partnerId, currencyCode);
  const total = lines.reduce((sum, { owed }) => sum.plus(owed), new Big(0));
  const before = new Big(last?.balanceAfter ?? 0);
  const firstOn = last ? isoDay(dayNumber(last.lastOn)! + 1) : periodStart(lastOn, terms?.content.period ?? "month");
  return {
    ...{ partnerId, currencyCode, firstOn, lastOn },
    dueOn: isoDay(dayNumber(localDateAt(call.now, call.zone))! + (terms?.content.paymentDays ?? 0)),
    balanceBefore: before.toFixed(digits),
    paid: new Big(paid).toFixed(digits),
    total: total.toFixed(digits),
    balanceAfter: before.minus(paid).plus(total).toFixed(digits),
    lines,
  };
}

function periodStart(day: string, period: "week" | "month"): string {
  if (period === "month") return `${day.slice(0, 7)}-01`;
  const number = dayNumber(day)!;
  return isoDay(number - weekday(number) + 1);
}

/** Returns the last day of the latest period that has ended. */
export function lastPeriodEnd(period: "week" | "month", { zone, now }: AccountCall): string {
  const today = localDateAt(now, zone);
  return isoDay(dayNumber(periodStart(today, period))! - 1);
}

/** Why no statement was issued. */
export type NotIssued = "period-has-statement" | "nothing-to-state" | "period-not-over";

/**
 * Issues a statement. A statement without lines, payments and balance is not issued.
 */
export const issueStatement = (
  db: Db | Tx,
  wish: { partnerId: string; currencyCode: string; lastOn: string; by: string; parties: StatementParties; id?: string },
  call: AccountCall,
  record: (tx: Tx, id: string, number: string) => Promise<void> = async () => {},
): Promise<{ id: string } | { problem: NotIssued }> =>
  inTransaction(db, async (tx) => {
    const { partnerId, currencyCode, lastOn, by, parties, id = randomUUID() } = wish;
    if (lastOn >= localDateAt(call.now, call.zone)) return { problem: "period-not-over" };
    await lockAccount(tx, partnerId);
    const last = await lastStatement(tx, partnerId, currencyCode);
    if (last && last.lastOn >= lastOn) return { problem: "period-has-statement" };
    const { lines, ...draft } = await draftStatement(tx, { partnerId, currencyCode, lastOn }, call);
    if (isNothing({ ...draft, lines })) return { problem: "nothing-to-state" };
    const { series, number } = await nextNumber(tx);
    const row = { ...draft, id, series: seriesName(series), number, issuedAt: call.now, issuedBy: by, parties };
    await insertStatement(tx, row, lines);
    await recordPartnerLetters(tx, partnerId, { kind: "statement", about: id });
    await record(tx, id, statementNumber(row));
    return { id };
  });

/** Returns why a draft would not be issued now. Null: it would be. */
export function draftProblem(draft: StatementDraft, { zone, now }: AccountCall): NotIssued | null {
  if (draft.lastOn >= localDateAt(now, zone)) return "period-not-over";
  if (draft.firstOn > draft.lastOn) return "period-has-statement";
  return isNothing(draft) ? "nothing-to-state" : null;
}

/** Whether a statement has no lines, no payments and no balance. */
const isNothing = ({ lines, paid, balanceBefore }: StatementDraft): boolean =>
  lines.length === 0 && [paid, balanceBefore].every((amount) => new Big(amount).eq(0));

/** The name of a series: A, B, …, Z, AA, … */
export function seriesName(series: number): string {
  const rest = Math.floor((series - 1) / 26);
  return `${rest > 0 ? seriesName(rest) : ""}${String.fromCharCode(65 + ((series - 1) % 26))}`;
}

/** Returns a statement's number as it is printed, such as A-0012. */
export const statementNumber = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(4, "0")}`;

/** Returns what payments since a statement leave of its balance. 0: it is settled. */
export function openAmount({
  balanceAfter,
  paidSince,
  currencyCode,
}: Pick<StatementRow, "balanceAfter" | "paidSince" | "currencyCode">): string {
  const rest = new Big(balanceAfter).minus(paidSince);
  // A payment to the partner after a balance of 0 is one of a later statement.
  if (new Big(balanceAfter).eq(0)) return new Big(0).toFixed(minorDigits(currencyCode));
  const isCovered = new Big(balanceAfter).gt(0) ? rest.lte(0) : rest.gte(0);
  return (isCovered ? new Big(0) : rest).toFixed(minorDigits(currencyCode));
}

/** What a partner owes now, also for orders that are not due yet. Below zero: what the operator owes. */
export interface AccountBalance {
  currencyCode: string;
  /** After the last statement, less payments since then. */
  stated: string;
  /** Of orders that no statement has. */
  open: string;
  owed: string;
}

export async function balanceOfAccount(
  db: Db | Tx,
  partnerId: string,
  currencyCode: string,
  call: AccountCall,
): Promise<AccountBalance> {
  const account = keyOf(partnerId, currencyCode);
  const last = await lastStatement(db, partnerId, currencyCode);
  const stated = new Big(last?.balanceAfter ?? 0).minus(await openPayments(db, partnerId, currencyCode));
  const lines = await openLines(db, account, null, call);
  const open = lines.reduce((sum, { owed }) => sum.plus(owed), new Big(0));
  const { digits } = account.currency;
  return {
    currencyCode,
    stated: stated.toFixed(digits),
    open: open.toFixed(digits),
    owed: stated.plus(open).toFixed(digits),
  };
}

/** Returns the balances of all accounts of a partner. */
export async function balancesOfPartner(db: Db | Tx, partnerId: string, call: AccountCall): Promise<AccountBalance[]> {
  const balances: AccountBalance[] = [];
  for (const code of await accountCurrencies(db, partnerId))
    balances.push(await balanceOfAccount(db, partnerId, code, call));
  return balances;
}
