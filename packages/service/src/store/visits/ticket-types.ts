import Type from "typebox";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow } from "../database/rows.ts";
import { Revision, text } from "../schemas.ts";

/** Names of ticket types, which operators choose for the codes of ticket rules. */

export const TicketTypeNames = Type.Object({ es: text, pt: text, en: text });
export type TicketTypeNames = Type.Static<typeof TicketTypeNames>;

export interface TicketTypeRow extends TicketTypeNames {
  code: string;
  revision: number;
}

export const ticketTypeFields = { code: text, names: TicketTypeNames, revision: Revision };

export const ticketTypes = (db: Db): Promise<TicketTypeRow[]> =>
  allRows(db)`select code, name_es as es, name_pt as pt, name_en as en, revision from ticket_type order by code`;

/** The codes of all ticket rules of products that are not deleted, with the number of their items. */
export const usedTicketCodes = (db: Db): Promise<{ code: string; items: number }[]> =>
  allRows(db)`
    select r ->> 'code' as code, count(*)::int as items
    from item i join product p on p.id = i.product_id and not p.deleted, jsonb_array_elements(i.record -> 'ticketRules') r
    group by 1 order by 1`;

/** Writes names over the revision that was read; 0 for a code without stored names. False when that is no longer the newest. */
export const writeTicketType = (tx: Tx, { code, es, pt, en, revision }: TicketTypeRow): Promise<boolean> =>
  revision === 0
    ? anyRow(tx)`
        insert into ticket_type (code, name_es, name_pt, name_en) values (${code}, ${es}, ${pt}, ${en})
        on conflict (code) do nothing returning 1`
    : anyRow(tx)`
        update ticket_type set name_es = ${es}, name_pt = ${pt}, name_en = ${en}, revision = revision + 1
        where code = ${code} and revision = ${revision} returning 1`;
