import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { instant } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

/** Admissions of passes at the door. */

/** Why an admission without network should not have happened. */
export const conflictKinds = ["already-redeemed", "cancelled", "replaced", "wrong-day"] as const;
export type ConflictKind = (typeof conflictKinds)[number];

export interface AdmissionRow {
  /** The id that the device gave. */
  id: string;
  orderId: string;
  n: number;
  people: number;
  at: Date;
  receivedAt: Date;
  by: string;
  device: string;
  offline: boolean;
  conflict: ConflictKind | null;
  undoneAt: Date | null;
}

const columns = sql`id, order_id as "orderId", n, people, at, received_at as "receivedAt", by, device, offline, conflict,
  undone_at as "undoneAt"`;

export const insertAdmissions = (tx: Tx, admissions: Omit<AdmissionRow, "undoneAt">[]): Promise<void> =>
  run(tx)`
    insert into admission (id, order_id, n, people, at, received_at, by, device, offline, conflict)
    select x.id, x."orderId", x.n, x.people, x.at, x."receivedAt", x.by, x.device, x.offline, x.conflict
    from jsonb_to_recordset(${JSON.stringify(admissions)}::jsonb) as x(id uuid, "orderId" uuid, n int, people int,
      at timestamptz, "receivedAt" timestamptz, by text, device text, offline boolean, conflict text)`;

/** Reads the admissions of these orders that were not undone, the earliest of each pass first. */
export const standingAdmissions = (db: Db, orderIds: readonly string[]): Promise<AdmissionRow[]> =>
  allRows(db)`
    select ${columns} from admission where order_id = any(${orderIds}::uuid[]) and undone_at is null
    order by order_id, n, at, received_at`;

/** Reads the rows of one admission, which may be of several passes of an order. */
export const admissionRows = (db: Db, id: string): Promise<AdmissionRow[]> =>
  allRows(db)`select ${columns} from admission where id = ${id} order by n`;

export const markAdmissionUndone = (tx: Tx, id: string, now: Date): Promise<void> =>
  run(tx)`update admission set undone_at = ${now} where id = ${id} and undone_at is null`;

/** Writes the first admission that was not undone into the voucher's row, where a cancellation reads it. Returns null if nobody is admitted. */
export const writeFirstAdmission = (tx: Tx, orderId: string): Promise<void> => writeFirstAdmissions(tx, [orderId]);

export const writeFirstAdmissions = (tx: Tx, orderIds: readonly string[]): Promise<void> =>
  run(tx)`
    update voucher v set (redeemed_at, redeemed_by) = (
      select a.at, a.by from admission a where a.order_id = v.order_id and a.undone_at is null order by a.at, a.received_at limit 1)
    where v.order_id = any(${orderIds}::uuid[]) and v.void_at is null`;

/** A pass that was admitted without network although it should not have been. */
export const Conflict = Type.Object({
  id: Type.String({ description: "Of the admission." }),
  conflict: Type.Enum([...conflictKinds]),
  reference: Type.String(),
  people: Type.Integer(),
  productName: Type.String(),
  eventOn: Type.String({ description: "Local date and time at the location." }),
  at: instant,
  by: Type.String(),
  device: Type.String(),
  first: Type.Union([
    Type.Object({ at: instant, by: Type.String(), device: Type.String() }, { description: "The admission before it." }),
    Type.Null(),
  ]),
});
export type Conflict = Type.Static<typeof Conflict>;

/** Reads the conflicts that the service learnt of since an instant, the newest first. */
export const conflictsSince = (db: Db, since: Date): Promise<Conflict[]> =>
  conflicts(db, sql`c.received_at >= ${since}`);

/** Reads the conflicts of an event, the newest first. */
export const conflictsOf = (db: Db, eventId: string): Promise<Conflict[]> =>
  conflicts(db, sql`o.event_id = ${eventId}`);

type ConflictRow = Omit<Conflict, "reference"> & { number: number; lang: Language; test: boolean };

async function conflicts(db: Db, selected: RawBuilder<unknown>): Promise<Conflict[]> {
  const rows = await allRows(db)<ConflictRow>`
    select c.id, min(c.conflict) as conflict, sum(c.people)::int as people, p.name as "productName",
      to_char(o.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", c.at, c.by, c.device,
      o.number, o.lang, o.test, (
        select jsonb_build_object('at', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', f.by, 'device', f.device)
        from admission f where f.order_id = c.order_id and f.n = min(c.n) and f.undone_at is null and f.id <> c.id
        order by f.at, f.received_at limit 1
      ) as first
    from admission c join orders o on o.id = c.order_id join product p on p.id = o.product_id
    where c.conflict is not null and c.undone_at is null and ${selected}
    group by c.id, c.order_id, c.at, c.by, c.device, c.received_at, o.id, p.id
    order by c.received_at desc, c.id limit 100`;
  return rows.map(({ number, lang, test, ...row }) => ({ ...row, reference: orderReference({ number, lang, test }) }));
}
