import { orderStatuses } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { differencePayments, refundMethods } from "../../records/payment.ts";
import { decimal, instant, nullable, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { unlessErased } from "./orders.ts";

/** The timeline that records an order's history. */

const AmendedState = Type.Object({
  eventOn: Type.String({ description: "Local date and time at the location." }),
  itemName: Type.Optional(Type.String({ description: "Only where the amendment changes the item." })),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
  total: decimal,
});
const currencyCode = Type.String({ description: "The store's currency when the entry was written, of the amounts." });

/** Details contain no personal data: erasure leaves them unchanged. */
const EntryDetails = Type.Union([
  Type.Object(
    {
      ...{ before: AmendedState, after: AmendedState, currencyCode },
      paidBy: Type.Optional(
        Type.Enum([...differencePayments], { description: "How the guest pays the difference at the desk." }),
      ),
    },
    { description: "The order before and after an amendment, of the entry that accepted its quote." },
  ),
  Type.Object(
    { forPartner: Type.Literal(true) },
    { description: "Of the kind `status`: the operator wrote the message for the partner." },
  ),
  Type.Object(
    {
      ...{ amount: decimal, currencyCode, method: Type.Enum([...refundMethods]) },
      tooMuch: Type.Optional(
        Type.String({ description: "Decimal: what was taken beyond the balance without network, to be given back." }),
      ),
    },
    { description: "Of the kinds `paid` and `refunded`." },
  ),
  Type.Object(
    { byTerms: decimal, chosen: decimal, currencyCode },
    {
      description:
        "The refund by the terms and the refund that the operator chose instead, of the kind `refund-chosen`.",
    },
  ),
  Type.Object(
    {
      orderId: text,
      reference: text,
      role: Type.Enum(["former", "new"], { description: "`new`: the other order was placed in place of this one." }),
    },
    { description: "The other order, of the kind `placed-again`." },
  ),
]);

/** An entry of kind `status` has the new status. Messages are cut to 2,000 characters. */
export const TimelineEntry = Type.Object({
  at: instant,
  kind: Type.Enum([
    ...["status", "dispatched", "answered", "flagged", "voucher", "redeemed", "admission-undone", "admission-conflict"],
    ...["no-show", "came"],
    // An operator sold it on a partner's account.
    "sold",
    ...[
      "change-requested",
      "changed",
      "change-declined",
      "callback",
      "note",
      "paid",
      "refunded",
      "refund-chosen",
      "placed-again",
      "erased",
    ],
  ] as const),
  status: nullable(Type.Enum([...orderStatuses]), "The new status, of an entry of kind `status`."),
  actor: Type.Enum(["partner", "supplier", "operator", "service"]),
  operator: nullable(
    text,
    "The operator's e-mail address, or the name of the command line. Null: no operator acted, or none is known.",
  ),
  why: nullable(text, "A code of the service: a trigger, a flag, an outcome, a conflict."),
  message: nullable(
    text,
    "Free text: the words of the supplier or the partner's endpoint, an operator's reason or note, or the address to which an operator sent the voucher. Erased with the personal data.",
  ),
  details: nullable(EntryDetails),
});
export type TimelineEntry = Type.Static<typeof TimelineEntry>;
export type TimelineActor = TimelineEntry["actor"];

/** The author of an entry, and the author's own words. */
export type EntryAuthor = Pick<TimelineEntry, "actor"> & Partial<Pick<TimelineEntry, "operator" | "message">>;

export type NewTimelineEntry = Pick<TimelineEntry, "at" | "kind" | "actor"> & Partial<TimelineEntry>;

export const addToTimeline = (db: Db | Tx, orderId: string, entry: NewTimelineEntry): Promise<void> =>
  run(db)`${prepareAs("add-to-timeline")} ${newEntry(orderId, entry)}`;

/** Adds entries to the timelines of several orders. The entries of one order are in sequence. */
export async function addAllToTimeline(
  db: Db | Tx,
  entries: (NewTimelineEntry & { orderId: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  const sent = entries.map((entry) => ({ ...entry, message: entry.message?.slice(0, 2000) }));
  await run(db)`${prepareAs("add-all-to-timeline")}
    insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
    select "orderId", at, kind, status, actor, operator, why, ${unlessErased(sql`"orderId"`, sql`message`)}, details from json_to_recordset(${JSON.stringify(sent)}::json)
      as x("orderId" uuid, at timestamptz, kind text, status text, actor text, operator text, why text, message text, details jsonb)`;
}

export const newEntry = (orderId: string, entry: NewTimelineEntry) => sql`
  insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
  values (${orderId}, ${entry.at}, ${entry.kind}, ${entry.status ?? null}, ${entry.actor}, ${entry.operator ?? null},
    ${entry.why ?? null}, ${unlessErased(sql`${orderId}::uuid`, sql`${entry.message?.slice(0, 2000) ?? null}::text`)}, ${entry.details ? JSON.stringify(entry.details) : null}::jsonb)`;

/** Reads the history of an order after it was placed, oldest first. */
export const orderTimeline = (db: Db, orderId: string): Promise<TimelineEntry[]> =>
  allRows(db)`
    select at, kind, status, actor, operator, why, message, details from order_timeline where order_id = ${orderId} order by id`;
