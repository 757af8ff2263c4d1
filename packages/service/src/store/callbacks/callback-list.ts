import { type Language, orderStatuses } from "@paseo/contract";
import { parsedReference } from "@paseo/contract/order-reference";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
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
import {
  type CallbackAttempt,
  type CallbackRow,
  callbackColumns,
  callbackNumbers,
  callbackStates,
} from "./callbacks.ts";

/** Callbacks of all partners, for the back office. */

export const callbackFields = {
  id: text,
  orderId: text,
  externalReference: nullable(text),
  partner: Type.String({ description: "The partner's external id." }),
  test: Type.Boolean(),
  ...callbackNumbers,
  status: Type.Enum([...orderStatuses]),
  state: Type.Enum([...callbackStates]),
  attempts: Type.Integer({ description: "Number of attempts without replays." }),
  createdAt: instant,
  nextAt: nullable(instant),
  settledAt: nullable(instant),
  outcome: nullable(Type.String({ description: "Of the newest attempt: `answered`, or why there was no answer." })),
  httpStatus: nullable(Type.Integer({ description: "Of the newest attempt." })),
};
export type CallbackLine = Row<typeof callbackFields> & { number: number; lang: Language };

export const callbackFilter = {
  partner: optionalText(128, "The partner's external id."),
  state: Type.Optional(Type.Enum([...callbackStates])),
  test: Type.Optional(Type.Boolean()),
  orderId: Type.Optional(Type.String({ format: "uuid" })),
  q: optionalText(128, "The order's reference, or the partner's."),
  from: Type.Optional(givenInstant),
  to: Type.Optional(givenInstant),
  httpStatus: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 599,
      description: "HTTP status of any attempt; 0: an attempt without an answer.",
    }),
  ),
};
type CallbackFilter = Filter<typeof callbackFilter> & {
  id?: string | undefined;
  partnerId?: string | undefined;
};

export const callbackSorts = {
  createdAt: sql`c.created_at`,
  attempts: sql`c.attempts`,
  settledAt: sql`c.settled_at`,
} as const;

/** Returns a page of callbacks, the newest first unless a sort is given. */
export async function callbackLines(
  db: Db,
  filter: CallbackFilter,
  { sort, order = sort ? "asc" : "desc", ...part }: ListPage<keyof typeof callbackSorts>,
): Promise<ListedRows<CallbackLine>> {
  const sorted = sql`${callbackSorts[sort ?? "createdAt"]} ${sortDirection({ order })}, c.order_id, c.sequence desc, c.amended desc`;
  // Orders, partners and attempts are joined for the rows of the page only.
  const rows = await allRows(db)<CallbackLine>`
    select c.id, c.order_id as "orderId", o.number, o.lang, c.test, o.external_reference as "externalReference",
      pa.external_id as partner, c.sequence, c.amended, c.status, c.state, c.attempts, c.created_at as "createdAt",
      c.next_at as "nextAt", c.settled_at as "settledAt", a.outcome, a.http_status as "httpStatus"
    from (
      select * from callback c where ${matching(filter)} order by ${sorted} ${offsetAndLimit(part)}
    ) c join orders o on o.id = c.order_id join partner pa on pa.id = c.partner_id
    left join lateral (
      select outcome, http_status from callback_attempt where callback_id = c.id order by id desc limit 1
    ) a on true order by ${sorted}`;
  return { rows, total: await countCallbacks(db, filter) };
}

export const countCallbacks = (db: Db, filter: CallbackFilter): Promise<number> =>
  countListRows(db, sql`callback c where ${matching(filter)}`);

/**
 * Reads callbacks, newest first, with their attempts, oldest first. They are read in one statement, so that both are of the same instant.
 */
export async function listCallbacks(
  db: Db,
  filter: CallbackFilter,
  limit: number,
): Promise<(CallbackRow & { log: CallbackAttempt[] })[]> {
  const rows = await allRows(db)<CallbackRow & { log: (Omit<CallbackAttempt, "at"> & { at: string })[] }>`
    select ${callbackColumns}, (
      select coalesce(json_agg(json_build_object('at', a.at, 'replay', a.replay, 'outcome', a.outcome,
        'httpStatus', a.http_status, 'ms', a.ms, 'answer', a.answer) order by a.id), '[]')
      from callback_attempt a where a.callback_id = c.id
    ) as log
    from callback c where ${matching(filter)} order by c.created_at desc, c.sequence desc, c.amended desc limit ${limit}`;
  return rows.map((row) => ({ ...row, log: row.log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })) }));
}

/** Returns the callbacks of a range, oldest first, so that they are replayed in their original order. */
export const callbacksToReplay = (db: Db, filter: CallbackFilter, limit: number): Promise<CallbackRow[]> =>
  allRows(db)`
    select ${callbackColumns} from callback c where ${matching(filter)} order by c.created_at, c.order_id, c.sequence, c.amended limit ${limit}`;

const matching = ({
  id,
  partnerId,
  partner,
  state,
  test,
  orderId,
  from,
  to,
  q,
  httpStatus,
}: CallbackFilter): RawBuilder<unknown> =>
  allConditions(
    id !== undefined && sql`c.id = ${id}`,
    partnerId !== undefined && sql`c.partner_id = ${partnerId}`,
    partner && sql`c.partner_id = (select id from partner where external_id = ${partner})`,
    state && sql`c.state = ${state}`,
    test !== undefined && sql`c.test = ${test}`,
    orderId !== undefined && sql`c.order_id = ${orderId}`,
    from && sql`c.created_at >= ${new Date(from)}`,
    to && sql`c.created_at < ${new Date(to)}`,
    q && search(q.trim()),
    httpStatus !== undefined &&
      sql`exists (select from callback_attempt a where a.callback_id = c.id
        and a.http_status ${httpStatus === 0 ? sql`is null` : sql`= ${httpStatus}`})`,
  );

function search(text: string): RawBuilder<unknown> {
  const reference = parsedReference(text);
  const part = sql`strpos(lower(o.external_reference), lower(${text})) > 0`;
  const found = reference ? sql`o.number = ${reference.number} or ${part}` : part;
  return sql`c.order_id in (select o.id from orders o where ${found})`;
}
