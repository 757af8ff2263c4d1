import { isDeepStrictEqual as same } from "node:util";
import type { CatalogueTicketType } from "../../records/ticket-types.ts";
import { type TicketTypeRow, usualTicketType } from "../../records/ticket-types.ts";
import { lockTicketTypes, storedTicketTypes, writeTicketType } from "../../store/catalogue/ticket-types.ts";
import type { Tx } from "../../store/database/database.ts";
import type { RecordCounts } from "../editing/catalogue-records.ts";
import type { ImportOptions } from "./options.ts";

/** The ticket types of a catalogue file. */

/** Writes the ticket types that differ from the stored ones. Returns their codes. */
export async function importTicketTypes(
  tx: Tx,
  given: readonly CatalogueTicketType[],
  { dryRun, observer }: Pick<ImportOptions, "dryRun" | "observer">,
  tally: RecordCounts,
): Promise<string[]> {
  if (given.length === 0) return [];
  if (!dryRun) await lockTicketTypes(tx);
  const known = new Map((await storedTicketTypes(tx)).map((row) => [row.code, row]));
  const changed: string[] = [];
  for (const record of given) {
    const before = known.get(record.code);
    const row = rowOf(record, before?.revision ?? 0);
    if (same({ ...(before ?? usualTicketType(record.code)) }, row)) {
      tally.unchanged++;
      continue;
    }
    observer?.record("ticketTypes", record.code, before && ticketTypeWords(before), ticketTypeWords(row));
    if (!dryRun) await writeTicketType(tx, row);
    tally[before ? "changed" : "added"]++;
    changed.push(record.code);
  }
  return changed;
}

function rowOf({ code, names, ...terms }: CatalogueTicketType, revision: number): TicketTypeRow {
  return { ...usualTicketType(code), ...names, ...terms, revision };
}

/** Converts a stored ticket type to a ticket type of a catalogue file. */
export function ticketTypeWords(row: TicketTypeRow): CatalogueTicketType {
  const { code, es, pt, en, ageFrom, ageTo, isPerson, conditions } = row;
  return {
    code,
    names: { es, pt, en },
    ...(ageFrom !== null && { ageFrom }),
    ...(ageTo !== null && { ageTo }),
    isPerson,
    ...(Object.keys(conditions).length > 0 && { conditions }),
  };
}
