import { type Answer, type Language, orderStatuses } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import {
  decimal,
  type Filter,
  givenInstant,
  instant,
  nullable,
  optionalText,
  type Row,
  text,
} from "../../records/schemas.ts";
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
import { amountFields, type StoreCurrency } from "./amounts.ts";
import { saleKinds } from "./documents.ts";
import { joinRefundAmounts, refundAmounts, shownRefundFields } from "./refund-amounts.ts";
import { refundColumns } from "./refunds.ts";

/** Refunds of all live orders, for the back office. */

export const refundLineFields = {
  ...shownRefundFields,
  dueAt: instant,
  orderId: text,
  status: Type.Enum([...orderStatuses]),
  externalReference: nullable(text),
  partner: Type.String({ description: "The partner's external id." }),
  partnerName: text,
  productName: text,
  eventOn: Type.String({ description: "Local date and time at the location." }),
  total: amountFields.total,
  totalUsd: decimal,
  payment: Type.Enum([...saleKinds], { description: "How the order was paid. `partner`: a partner sold it." }),
};
export type RefundLine = Row<typeof refundLineFields> & { number: number; lang: Language; answers: Answer[] };

export const refundStates = ["due", "paid"] as const;

export const refundFilter = {
  state: Type.Optional(Type.Enum([...refundStates])),
  partner: optionalText(128, "The partner's external id."),
  q: optionalText(256, "As in the list of orders."),
  action: Type.Optional(Type.String({ format: "uuid", description: "Refunds of the orders of this bulk action." })),
  dueFrom: Type.Optional(givenInstant),
  dueTo: Type.Optional(givenInstant),
};
type RefundFilter = Filter<typeof refundFilter>;

export const refundSorts = {
  dueAt: sql`r.due_at`,
  dueUsd: sql`r.due_usd`,
  paidAt: sql`r.paid_at`,
  eventOn: sql`o.event_on`,
} as const;

const from = sql`refund r join orders o on o.id = r.order_id join partner pa on pa.id = o.partner_id`;

/** Lists refunds. Without a `sort`: due refunds first, longest overdue at the top, then recorded refunds, the newest first. */
export async function listRefunds(
  db: Db,
  currency: StoreCurrency,
  filter: RefundFilter,
  page: ListPage<keyof typeof refundSorts>,
): Promise<ListedRows<RefundLine>> {
  const where = await matching(db, filter);
  const order = page.sort
    ? sql`${refundSorts[page.sort]} ${sortDirection(page)}`
    : sql`r.paid_at is not null, case when r.paid_at is null then r.due_at end, r.paid_at desc`;
  const rows = await allRows(db)<RefundLine>`
    select ${refundColumns}, ${refundAmounts(currency)}, m.total::text as total, r.order_id as "orderId", o.number, o.lang, o.status, o.external_reference as "externalReference",
      pa.external_id as partner, pa.name as "partnerName", o.agreed ->> 'productName' as "productName", o.event_on as "eventOn",
      o.total_usd::text as "totalUsd", coalesce(o.payment ->> 'method', 'partner') as payment, o.answers
    from ${from} ${joinRefundAmounts(currency)} where ${where} order by ${order}, r.id ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, sql`${from} where ${where}`) };
}

export const countRefunds = async (db: Db, filter: RefundFilter): Promise<number> =>
  countListRows(db, sql`${from} where ${await matching(db, filter)}`);

async function matching(
  db: Db,
  { state, partner, q, action, dueFrom, dueTo }: RefundFilter,
): Promise<RawBuilder<unknown>> {
  return allConditions(
    sql`r.due_at is not null and not o.test`,
    state && (state === "due" ? sql`r.paid_at is null` : sql`r.paid_at is not null`),
    partner && sql`pa.external_id = ${partner}`,
    q !== undefined && q.trim() !== "" && (await orderSearchCondition(db, q)),
    action && sql`o.id in (select order_id from bulk_action_order where action_id = ${action})`,
    dueFrom && sql`r.due_at >= ${new Date(dueFrom)}`,
    dueTo && sql`r.due_at < ${new Date(dueTo)}`,
  );
}
