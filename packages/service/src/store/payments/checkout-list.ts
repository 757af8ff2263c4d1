import { type Answer, type Language, languages } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { checkoutPurposes, checkoutStates } from "../../records/checkout.ts";
import { type Filter, givenInstant, instant, nullable, optionalText, type Row, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import {
  allConditions,
  countListRows,
  type ListedRows,
  type ListPage,
  offsetAndLimit,
  sortDirection,
} from "../database/lists.ts";
import { allRows } from "../database/rows.ts";
import { orderSearchCondition } from "../sale/order-words.ts";

/** Payments at providers, for the back office. */

/** Filters by what an operator does about them. */
export const checkoutFilters = ["waiting", "paid", "refunded", "unseated", "differs", "ended"] as const;

export const checkoutFilter = {
  state: Type.Optional(
    Type.Enum([...checkoutFilters], {
      description:
        "`unseated`: paid after the seats were gone, so the money goes back. `refunded`: money went back or is on its way. `differs`: another amount was paid.",
    }),
  ),
  kind: optionalText(40, "The provider's kind."),
  q: optionalText(256, "As in the list of orders, or a payment's number or id at its provider."),
  from: Type.Optional(givenInstant),
  to: Type.Optional(givenInstant),
};
type CheckoutFilter = Filter<typeof checkoutFilter>;

export const checkoutLineFields = {
  id: text,
  number: text,
  purpose: Type.Enum([...checkoutPurposes]),
  state: Type.Enum([...checkoutStates]),
  why: nullable(text, "Why it ended or goes back."),
  message: nullable(text, "The provider's own words."),
  kind: text,
  providerId: nullable(text, "The provider's id of the payment."),
  test: Type.Boolean({ description: "No money moves." }),
  minor: Type.Integer({ description: "What was asked for, in the smallest unit of the currency." }),
  currencyCode: text,
  paidMinor: nullable(Type.Integer()),
  paidCurrency: nullable(text),
  means: nullable(text, "Such as `card`."),
  refundedMinor: Type.Integer({ description: "What the provider has sent back." }),
  returningMinor: Type.Integer({ description: "What the provider is to send back." }),
  refundFault: nullable(
    Type.Enum(["refused", "unknown"] as const),
    "Of a refund that the provider has not carried out yet.",
  ),
  refundMessage: nullable(text, "The provider's own words about it."),
  createdAt: instant,
  expiresAt: instant,
  paidAt: nullable(instant),
  orderId: nullable(text),
};
const orderFields = {
  orderNumber: nullable(Type.Integer()),
  lang: Type.Enum([...languages]),
};
export type CheckoutLine = Row<typeof checkoutLineFields> &
  Row<typeof orderFields> & { answers: Answer[] | null; lang: Language };

export const checkoutSorts = { createdAt: sql`c.created_at`, paidAt: sql`c.paid_at` } as const;

const lineColumns = sql`c.id, c.number, c.purpose, c.state, c.why, coalesce(c.message, '') as message, c.kind, c.provider_id as "providerId", c.test, c.minor, c.currency_code as "currencyCode",
  c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt", c.expires_at as "expiresAt", c.paid_at as "paidAt",
  c.order_id as "orderId", coalesce(o.lang, c.lang) as lang, o.number as "orderNumber", o.answers, f.refunded as "refundedMinor", f.returning as "returningMinor",
  f.fault as "refundFault", f.message as "refundMessage"`;

const from = sql`checkout c left join orders o on o.id = c.order_id
  cross join lateral (
    select coalesce(sum(minor) filter (where state = 'refunded'), 0)::bigint as refunded,
      coalesce(sum(minor) filter (where state = 'due'), 0)::bigint as returning,
      min(fault) filter (where state = 'due') as fault, min(message) filter (where state = 'due') as message
    from checkout_refund where checkout_id = c.id
  ) f`;

/** Lists payments, the newest first. */
export async function listCheckouts(
  db: Db,
  filter: CheckoutFilter,
  page: ListPage<keyof typeof checkoutSorts>,
): Promise<ListedRows<CheckoutLine>> {
  const where = await matching(db, filter);
  const order = page.sort ? sql`${checkoutSorts[page.sort]} ${sortDirection(page)}` : sql`c.nth desc`;
  const rows = await allRows(db)<CheckoutLine>`
    select ${lineColumns} from ${from} where ${where} order by ${order}, c.id ${offsetAndLimit(page)}`;
  return { rows: rows.map(withoutBlank), total: await countListRows(db, sql`${from} where ${where}`) };
}

/** Reads the payments of an order, the newest first. */
export const checkoutLinesOfOrder = async (db: Db, orderId: string): Promise<CheckoutLine[]> =>
  (
    await allRows(db)<CheckoutLine>`
      select ${lineColumns} from ${from} where c.order_id = ${orderId} order by c.nth desc`
  ).map(withoutBlank);

const withoutBlank = (row: CheckoutLine): CheckoutLine => ({ ...row, message: row.message || null });

const states: Record<(typeof checkoutFilters)[number], RawBuilder<unknown>> = {
  waiting: sql`c.state in ('starting', 'open', 'paid')`,
  paid: sql`c.state = 'recorded'`,
  refunded: sql`f.refunded + f.returning > 0`,
  unseated: sql`c.state in ('refunding', 'refunded') and c.why <> 'nothing-due'`,
  differs: sql`c.state = 'differs'`,
  ended: sql`c.state = 'ended'`,
};

async function matching(db: Db, { state, kind, q, from: since, to }: CheckoutFilter): Promise<RawBuilder<unknown>> {
  const words = q?.trim();
  return allConditions(
    sql`true`,
    state && states[state],
    kind && sql`c.kind = ${kind}`,
    words && sql`(c.number = upper(${words}) or c.provider_id = ${words} or ${await orderSearchCondition(db, words)})`,
    since && sql`c.created_at >= ${new Date(since)}`,
    to && sql`c.created_at < ${new Date(to)}`,
  );
}
