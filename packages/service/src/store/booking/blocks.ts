import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { instant, Revision, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";

/** Blocks of seats for groups. A block is a hold of the desk that lasts until its day of release: docs/decisions/0057-blocks.md */

export const blockFields = {
  id: text,
  eventId: text,
  productName: text,
  itemName: text,
  eventOn: Type.String({ description: "Local date and time at the location." }),
  name: Type.String({ description: "Of the group." }),
  contact: text,
  note: text,
  seats: Type.Integer(),
  releaseAt: instant,
  by: Type.String({ description: "The operator who blocked the seats." }),
  createdAt: instant,
  revision: Revision,
};
export type BlockRow = Row<typeof blockFields>;

/** The fields of a block that an operator enters. */
export interface BlockFields {
  name: string;
  contact: string;
  note: string;
  seats: number;
  releaseAt: Date;
}

const blocks = (db: Db | Tx, condition: RawBuilder<unknown>): Promise<BlockRow[]> =>
  allRows(db)`
    select h.id, h.event_id as "eventId", p.name as "productName", i.name as "itemName", h.event_on as "eventOn",
      h.block ->> 'name' as name, h.block ->> 'contact' as contact, h.block ->> 'note' as note, h.block ->> 'by' as by,
      h.seats, h.expires_at as "releaseAt", h.created_at as "createdAt", h.revision
    from hold h join event e on e.id = h.event_id join item i on i.id = e.item_id join product p on p.id = e.product_id
    where h.block is not null and h.status = 'open' and ${condition} order by h.expires_at, h.id limit 500`;

/** Lists the open blocks, the next release first. */
export const openBlocks = (
  db: Db,
  { eventId, releasedBefore }: { eventId?: string | undefined; releasedBefore?: Date | undefined },
): Promise<BlockRow[]> =>
  blocks(
    db,
    sql`${eventId ? sql`h.event_id = ${eventId}` : sql`true`} and ${releasedBefore ? sql`h.expires_at < ${releasedBefore}` : sql`true`}`,
  );

/** Reads an open block. Returns null if there is no such block, or its seats were released. */
export const blockById = async (db: Db | Tx, id: string): Promise<BlockRow | null> =>
  (await blocks(db, sql`h.id = ${id}`))[0] ?? null;

/** Writes the hold of a block. The caller takes its seats in the same transaction. */
export const insertBlock = (
  tx: Tx,
  {
    id,
    partnerId,
    eventId,
    lang,
    by,
    createdAt,
    ...fields
  }: BlockFields & { id: string; partnerId: string; eventId: string; lang: string; by: string; createdAt: Date },
): Promise<void> => {
  const { name, contact, note, seats, releaseAt } = fields;
  return run(tx)`
    insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, total_usd, agreed,
      cancel_purchase_hour, cancel_until, created_at, expires_at, status, block)
    select ${id}, ${partnerId}, ${lang}, false, e.id, e.product_id, e.event_on, '[]', ${seats}, 0, '{}', 0, ${releaseAt}::timestamptz,
      ${createdAt}::timestamptz, ${releaseAt}::timestamptz, 'open', ${JSON.stringify({ name, contact, note, by })}::jsonb
    from event e where e.id = ${eventId}`;
};

/**
 * Ends an open block. Returns the number of its seats, which the caller releases in the same transaction; null: the block was released
 * before.
 */
export const endBlock = async (tx: Tx, id: string): Promise<number | null> =>
  (
    await firstRow(tx)<{ seats: number }>`
      update hold set status = 'released' where id = ${id} and status = 'open' and block is not null returning seats`
  )?.seats ?? null;

/**
 * Changes an open block. Returns its partner and the seats that it had; null: the block was released, or changed since the
 * revision.
 */
export const writeBlock = async (
  tx: Tx,
  id: string,
  { name, contact, note, seats, releaseAt, revision }: BlockFields & { revision: number },
  now: Date,
): Promise<{ seats: number; partnerId: string } | null> => {
  const before = await firstRow(tx)<{ seats: number; partnerId: string }>`
    select seats, partner_id as "partnerId" from hold
    where id = ${id} and status = 'open' and block is not null and expires_at > ${now} and revision = ${revision}
    for update`;
  if (!before) return null;
  await run(tx)`
    update hold set seats = ${seats}, expires_at = ${releaseAt}, revision = revision + 1,
      block = block || ${JSON.stringify({ name, contact, note })}::jsonb
    where id = ${id}`;
  return before;
};
