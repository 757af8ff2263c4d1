import { type TicketTypeOf, type TicketTypeRow, ticketTypeFinder } from "../../records/tickets/ticket-types.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, run } from "../database/rows.ts";

/** Ticket types: the operator's descriptions of ticket codes. */

export const storedTicketTypes = (db: Db): Promise<TicketTypeRow[]> =>
  allRows(db)`
    select code, name_es as es, name_pt as pt, name_en as en, age_from as "ageFrom", age_to as "ageTo", people, seats,
      is_person as "isPerson",      conditions, revision
    from ticket_type order by code`;

/** Blocks other writers of ticket types until the transaction ends. */
export const lockTicketTypes = (tx: Tx): Promise<void> => run(tx)`lock table ticket_type in share row exclusive mode`;

export const readTicketTypes = async (db: Db): Promise<TicketTypeOf> => ticketTypeFinder(await storedTicketTypes(db));

/** Reads the ticket codes of all products that are not deleted, with the number of items that use each code, and of those
 * whose rule does not say for how many people it is. */
export const usedTicketCodes = (db: Db): Promise<{ code: string; items: number; unsized: number }[]> =>
  allRows(db)`
    select r ->> 'code' as code, count(*)::int as items, count(*) filter (where r -> 'people' is null)::int as unsized
    from item i join product p on p.id = i.product_id and not p.deleted, jsonb_array_elements(i.record -> 'ticketRules') r
    group by 1 order by 1`;

/** Finds the products in the catalogue with a ticket rule that has one of these codes, ordered by creation. */
export async function productsWithTickets(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const rows = await allRows(tx)<{ id: string }>`
    select p.id from product p join product_state s on s.product_id = p.id
    where p.published and not p.deleted and exists (
      select from item i, jsonb_array_elements(i.record -> 'ticketRules') r
      where i.product_id = p.id and i.published and r ->> 'code' = any(${codes}::text[]))
    order by s.pos`;
  return rows.map(({ id }) => id);
}

/**
 * Writes a ticket type over the revision that the caller read; 0 for a code that has none. False when a newer revision
 * exists.
 */
export const writeTicketType = (tx: Tx, { code, revision, conditions, ...type }: TicketTypeRow): Promise<boolean> => {
  const { es, pt, en, ageFrom, ageTo, people, seats } = type;
  const isPerson = people === null ? type.isPerson : people === 1;
  const terms = JSON.stringify(conditions);
  return revision === 0
    ? anyRow(tx)`
        insert into ticket_type (code, name_es, name_pt, name_en, age_from, age_to, people, seats, is_person, conditions)
        values (${code}, ${es}, ${pt}, ${en}, ${ageFrom}, ${ageTo}, ${people}, ${seats}, ${isPerson}, ${terms}::jsonb)
        on conflict (code) do nothing returning 1`
    : anyRow(tx)`
        update ticket_type set name_es = ${es}, name_pt = ${pt}, name_en = ${en}, age_from = ${ageFrom}, age_to = ${ageTo},
          people = ${people}, seats = ${seats}, is_person = ${isPerson}, conditions = ${terms}::jsonb, revision = revision + 1
        where code = ${code} and revision = ${revision} returning 1`;
};
