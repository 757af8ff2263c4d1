import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import type { StatementParties } from "./statements.ts";

/** What rows of a bank's file are matched with. */

export interface PartnerNames {
  partnerId: string;
  partner: string;
  name: string;
  company: Partial<StatementParties["partner"]>;
}

/** Reads how payments can name each partner that has terms or payments. */
export const partnerNames = (db: Db): Promise<PartnerNames[]> =>
  allRows(db)`
    select id as "partnerId", external_id as partner, name, company from partner p
    where has_terms or exists (select from partner_payment y where y.partner_id = p.id) order by name, id`;

/** Returns which of these rows of banks' files are payments already. */
export const recordedBankLines = async (db: Db, digests: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await allRows(db)<{ line: string }>`
        select bank_line as line from partner_payment where bank_line = any(${[...digests]}::text[])`
    ).map(({ line }) => line),
  );
