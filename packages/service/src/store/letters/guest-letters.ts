import { sql } from "kysely";
import Type from "typebox";
import type { BulkContent, BulkKind } from "../../records/bulk-action.ts";
import { instant, nullable, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { type DueRow, leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";
import { insertDue, paymentLetterKinds, siteLetterKinds } from "../sale/due-letters.ts";
import type { OrderRow } from "../sale/orders.ts";

/** Letters to guests: each has a cause, and no cause has two letters. All times of the work are by the database's clock. */

export const letterStates = ["due", "sending", "sent", "failed", "unknown", "skipped"] as const;
export type LetterState = (typeof letterStates)[number];

export interface LetterKey {
  orderId: string;
  cause: string;
}

/** Days after which thanks are no longer sent. */
const thanksDays = 3;

/**
 * Records the reminders and thanks that are due at an instant. A guest whose voucher was made after the time of the reminder needs none.
 * Thanks are sent only for events that started after the switch was turned on. A ticket that is valid until a day has neither.
 */
export async function recordTimedLetters(db: Db | Tx, now: Date): Promise<void> {
  const hours = sql`l.hours * interval '1 hour'`;
  // Local times differ from UTC by less than a day. The index of orders by event serves both.
  const near = (least: string, most: string) => sql`(
    select * from orders where erased_at is null and status = 'complete'
      and event_on between (${now}::timestamptz at time zone 'UTC') - ${sql.lit(least)}::interval
        and (${now}::timestamptz at time zone 'UTC') + ${sql.lit(most)}::interval) o
    join event e on e.id = o.event_id join voucher v on v.order_id = o.id
    join product p on p.id = o.product_id and p.type <> 'dateless'`;
  await run(db)`
    ${insertDue("reminder", { about: sql`o.event_id`, from: near("1 day", "31 days") })}
      and e.starts_at > ${now} and e.starts_at - ${hours} <= ${now} and v.made_at <= e.starts_at - ${hours}
      and v.redeemed_at is null
    on conflict do nothing`;
  await run(db)`
    ${insertDue("thanks", { about: sql`o.event_id`, from: near("35 days", "1 day") })}
      and e.starts_at > l.on_since and e.starts_at + ${hours} <= ${now}
      and e.starts_at + ${hours} > ${now}::timestamptz - ${sql.lit(`${thanksDays} days`)}::interval
    on conflict do nothing`;
}

/** The key of letters to partners, among the causes of letters to guests. */
export const partnerLetterKey = "partner";

/** Finds up to `most` letters that are due, longest overdue first. `key`: the cause, or that the letter is to a partner. */
export const dueLetters = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select id, key from (
      (select order_id as id, cause as key, due_at from guest_letter
        where state = 'due' and due_at <= now() and cause <> all(${except}::text[]) order by due_at, order_id limit ${most})
      union all
      (select id, ${partnerLetterKey}, due_at from partner_letter
        where state = 'due' and due_at <= now() and ${partnerLetterKey} <> all(${except}::text[]) order by due_at, id limit ${most})
    ) letter order by due_at, id limit ${most}`;

/** Leases a due letter. Null: another process has the lease, or it is not due. */
export const claimLetter = (
  db: Db,
  { orderId, cause }: LetterKey,
): Promise<{ attempts: number; actionId: string | null } | null> =>
  firstRow(db)`
    update guest_letter set due_at = now() + ${leaseSeconds} * interval '1 second'
    where order_id = ${orderId} and cause = ${cause} and state = 'due' and due_at <= now() returning attempts, action_id as "actionId"`;

/** Ends the lease of a letter that is still due. */
export const releaseLetter = (db: Db, { orderId, cause }: LetterKey): Promise<void> =>
  run(db)`
    update guest_letter set due_at = now() where order_id = ${orderId} and cause = ${cause} and state = 'due'`;

/** Records that a leased letter is being sent. False: its order changed since it was read, or the letter is not due any more. */
export const startDueLetter = (
  db: Db,
  { orderId, cause }: LetterKey,
  { changes, amended }: Pick<OrderRow, "changes" | "amended">,
): Promise<boolean> =>
  anyRow(db)`
    update guest_letter l set state = 'sending', at = now(), attempts = attempts + 1 from orders o
    where l.order_id = ${orderId} and l.cause = ${cause} and l.state = 'due' and o.id = l.order_id
      and o.changes = ${changes} and o.amended = ${amended} and o.erased_at is null
    returning 1`;

/** Records that a leased letter without an order is being sent. False: it is not due any more. */
export const startLetterWithoutOrder = (db: Db, { orderId, cause }: LetterKey): Promise<boolean> =>
  anyRow(db)`
    update guest_letter set state = 'sending', at = now(), attempts = attempts + 1
    where order_id = ${orderId} and cause = ${cause} and state = 'due' returning 1`;

/** Records a voucher or receipt that an operator sends, before it is sent. */
export const startLetterByHand = (tx: Tx, { orderId, cause }: LetterKey, operatorId: string): Promise<void> =>
  run(tx)`
    insert into guest_letter (order_id, cause, state, at, operator_id, attempts)
    values (${orderId}, ${cause}, 'sending', now(), ${operatorId}, 1)`;

/** What a letter in the words of a bulk action is made of. */
export interface LetterAction {
  kind: BulkKind;
  content: BulkContent;
  /** The local date and time of the order's event when the action started. */
  formerOn: string;
  /** When an operator told the guest by telephone; null: nobody has. */
  calledAt: Date | null;
}

export const actionOfLetter = (db: Db, actionId: string, orderId: string): Promise<LetterAction | null> =>
  firstRow(db)`
    select a.kind, a.content, e.event_on as "formerOn", b.called_at as "calledAt" from bulk_action a
    join bulk_action_order b on b.action_id = a.id and b.order_id = ${orderId}
    join bulk_action_event e on e.action_id = a.id and e.event_id = b.event_id
    where a.id = ${actionId}`;

/** The outcome of a letter. `dueIn`: seconds until it is tried again. */
export interface LetterEnd {
  state: LetterState;
  fault?: string | null;
  detail?: string | null;
  dueIn?: number;
}

/** Records the outcome of a letter. A letter of an erased order gets no detail, since the detail may have the guest's address. */
export const endLetter = (
  db: Db | Tx,
  { orderId, cause }: LetterKey,
  { state, fault = null, detail = null, dueIn = 0 }: LetterEnd,
): Promise<void> =>
  run(db)`
    update guest_letter l set state = ${state}, fault = ${fault}, at = now(),
      detail = case when exists (select 1 from orders o where o.id = l.order_id and o.erased_at is null) then ${detail} end,
      due_at = case when ${state} = 'due' then now() + ${dueIn}::float8 * interval '1 second' end
    where order_id = ${orderId} and cause = ${cause}`;

/** Ends the letters to guests and partners whose process died while it sent them: they are never sent again. */
export const endCutOffLetters = (db: Db): Promise<void> =>
  run(db)`
    with partners as (
      update partner_letter set state = 'unknown', at = now() where ${isCutOff}
    )
    update guest_letter set state = 'unknown', at = now() where ${isCutOff}`;

const isCutOff = sql`state = 'sending' and at < now() - ${leaseSeconds} * interval '1 second'`;

/**
 * Ends the letters that were due by an instant, after a restore: the lost history may have sent them. Returns how many they are.
 */
export async function endLostLetters(tx: Tx, now: Date): Promise<number> {
  await recordTimedLetters(tx, now);
  const { n } = await onlyRow(tx)<{ n: number }>`
    with ended as (
      update guest_letter set state = 'unknown', at = now(), due_at = null where state in ('due', 'sending') and coalesce(due_at, at) <= now()
      returning 1
    ), partners as (
      update partner_letter set state = 'unknown', at = now(), due_at = null where state in ('due', 'sending') and coalesce(due_at, at) <= now()
      returning 1
    )
    select (select count(*) from ended) + (select count(*) from partners) as n`;
  return n;
}

/** Counts the vouchers and receipts that operators sent within the last hour: of this order, and by this operator. */
export const countSentByHand = (
  tx: Tx,
  { orderId, operatorId }: { orderId: string; operatorId: string },
): Promise<{ ofOrder: number; ofOperator: number }> =>
  onlyRow(tx)`
    select count(*) filter (where order_id = ${orderId})::int as "ofOrder",
      count(*) filter (where operator_id = ${operatorId})::int as "ofOperator"
    from guest_letter where operator_id is not null and at > now() - interval '1 hour'`;

const shownFields = {
  cause: Type.Enum([
    "confirmed",
    "reminder",
    "changed",
    "cancelled",
    "thanks",
    "informed",
    "voucher",
    "receipt",
    ...paymentLetterKinds,
    ...siteLetterKinds,
  ] as const),
  state: Type.Enum([...letterStates], {
    description:
      "`unknown`: the sending was cut off, so the guest may have received it. `skipped`: there was no reason to send it any more.",
  }),
  fault: nullable(text, "Why it was not sent."),
  detail: nullable(text, "The mail server's own answer."),
  attempts: Type.Integer(),
  dueAt: nullable(instant, "When it is tried next."),
  at: Type.Unsafe<Date>({ ...instant, description: "Of its present state." }),
  about: nullable(text, "The amendment, event, action, payment or payment link that it is about."),
};
export const ShownLetter = Type.Object(shownFields);

/** Lists the letters of an order, the oldest first. */
export const lettersOf = (db: Db, orderId: string): Promise<Row<typeof shownFields>[]> =>
  allRows(db)`
    select split_part(cause, ':', 1) as cause, state, fault, detail, attempts, due_at as "dueAt", at, nullif(split_part(cause, ':', 2), '') as about
    from guest_letter where order_id = ${orderId} order by at, cause`;
