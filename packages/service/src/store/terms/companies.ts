import { type Company, companyOf } from "../../records/partners/company.ts";
import type { Db, Tx } from "../database/database.ts";
import { anyRow, firstRow } from "../database/rows.ts";

/** Partners as companies. */

export async function companyOfPartner(db: Db | Tx, partnerId: string): Promise<Company> {
  const row = await firstRow(db)<{ company: Partial<Company> }>`select company from partner where id = ${partnerId}`;
  return companyOf(row?.company ?? {});
}

/** Writes the company over the revision of the partner that the operator read. False: a newer revision exists. */
export const writeCompany = (tx: Tx, partnerId: string, company: Company, revision: number): Promise<boolean> =>
  anyRow(tx)`
    update partner set company = ${JSON.stringify(company)}::jsonb, revision = revision + 1
    where id = ${partnerId} and revision = ${revision} returning 1`;
