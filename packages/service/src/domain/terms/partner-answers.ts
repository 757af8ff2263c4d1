import type { ListedStatement, Statement, Statements, Terms } from "@paseo/contract";
import { pageSizes } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import { linesOfVersion } from "../../store/terms/partner-terms.ts";
import { linesOfPriceListAt } from "../../store/terms/preview.ts";
import { linesOfStatement, type StatementRow, statementById, statementsAfter } from "../../store/terms/statements.ts";
import { priceObject } from "../selling/money.ts";
import { limitState } from "./limits.ts";
import type { LineContent } from "./standing.ts";
import { openAmount, statementNumber } from "./statements.ts";
import { termsAt } from "./terms.ts";

/** What a partner reads of its terms and statements. */

/** Carries out the operation terms. Null: the partner has no terms now. */
export async function readTerms(db: Db, partnerId: string, now: Date): Promise<Terms | null> {
  const version = await termsAt(db, partnerId, now);
  if (!version) return null;
  const { content, priceListId, id } = version;
  const { basis, collects, percentOf, extras, dueOn, afterCancellation, noShow, paymentDays, period } = content;
  const own = await linesOfVersion(db, id);
  const listed = priceListId === null ? [] : await linesOfPriceListAt(db, priceListId, now);
  const limit = content.limit && (await limitState(db, partnerId, content.limit, now));
  return {
    ...{ id, basis, collects, percent: Number(content.percent), percentOf, extras, dueOn, afterCancellation, noShow },
    ...{ paymentDays, period, currencyCode: content.currencyCode },
    limit: limit && {
      kind: limit.kind,
      amount: priceObject(limit.amount, limit.currencyCode),
      owed: priceObject(limit.owed, limit.currencyCode),
      left: priceObject(limit.left, limit.currencyCode),
    },
    lines: [...own, ...listed].map(({ productId, itemId, ticket, firstOn, lastOn, rule }) => ({
      ...{ productId, itemId, ticketCode: ticket, firstOn, lastOn },
      percent: "percent" in rule ? Number(rule.percent) : null,
      fixed: "fixed" in rule ? priceObject(rule.fixed, rule.currencyCode) : null,
      net: "net" in rule ? priceObject(rule.net, rule.currencyCode) : null,
    })),
  };
}

/** Carries out the operation statements. Null: the cursor is none of this service's. */
export async function listStatements(
  db: Db,
  partnerId: string,
  cursor: string | undefined,
): Promise<Statements | null> {
  const after = cursor === undefined ? beginning : readCursor(cursor);
  if (!after) return null;
  const rows = await statementsAfter(db, partnerId, after, pageSizes.orders + 1);
  const page = rows.slice(0, pageSizes.orders);
  const last = page.at(-1);
  const next = last ? { at: last.issuedAt.toISOString(), id: last.id } : after;
  return {
    values: page.map(listedStatement),
    hasNextPage: rows.length > page.length,
    cursor: Buffer.from(JSON.stringify(next)).toString("base64url"),
  };
}

/** Carries out the operation statement. Null: the partner has no such statement. */
export async function readStatement(db: Db, partnerId: string, id: string): Promise<Statement | null> {
  const row = await statementById(db, id);
  if (!row || row.partnerId !== partnerId) return null;
  const price = (value: string) => priceObject(value, row.currencyCode);
  const open = openAmount(row);
  const lines = await linesOfStatement<LineContent>(db, id);
  return {
    ...listedStatement(row),
    state: Number(open) === 0 ? "settled" : "issued",
    openAmount: price(open),
    invoiceNumber: row.invoiceNumber,
    lines: lines.map(({ orderId, kind, content, ...sums }) => {
      const { reference, externalReference, tickets, noShows, eventOn } = content;
      return {
        ...{ orderId, reference, externalReference, kind, eventOn, tickets, noShows },
        ...{
          retail: price(sums.retail),
          commission: price(sums.commission),
          net: price(sums.net),
          owed: price(sums.owed),
        },
      };
    }),
  };
}

function listedStatement(row: StatementRow): ListedStatement {
  const price = (value: string) => priceObject(value, row.currencyCode);
  return {
    id: row.id,
    number: statementNumber(row),
    firstOn: row.firstOn,
    lastOn: row.lastOn,
    issuedOn: row.issuedAt.toISOString(),
    dueOn: row.dueOn,
    balanceBefore: price(row.balanceBefore),
    paid: price(row.paid),
    retail: price(row.retail),
    commission: price(row.commission),
    net: price(row.net),
    total: price(row.total),
    balanceAfter: price(row.balanceAfter),
  };
}

interface Position {
  at: Date;
  id: string;
}

/** Before the first statement. */
const beginning: Position = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** Returns the position of a cursor, or null. */
function readCursor(text: string): Position | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const { at, id } = (value ?? {}) as Record<string, unknown>;
    if (typeof at !== "string" || typeof id !== "string" || !/^[0-9a-f-]{36}$/.test(id)) return null;
    const instant = new Date(at);
    return Number.isNaN(instant.getTime()) ? null : { at: instant, id };
  } catch {
    return null;
  }
}
