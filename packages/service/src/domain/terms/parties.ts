import type { Db, Tx } from "../../store/database/database.ts";
import { partnerById } from "../../store/partners/partners.ts";
import { companyOfPartner } from "../../store/terms/companies.ts";
import type { StatementParties } from "../../store/terms/statements.ts";
import { contactLines, type OperatorSettings, readBrand } from "../operators/brand.ts";

/** Reads who a statement is between, as it will name them for good. */
export async function statementParties(
  db: Db | Tx,
  settings: OperatorSettings,
  partnerId: string,
): Promise<StatementParties> {
  const [brand, partner, company] = [
    await readBrand(db, settings),
    await partnerById(db, partnerId),
    await companyOfPartner(db, partnerId),
  ];
  const { legalName, taxNumber, address, lang, customerNumber, supplierNumber } = company;
  return {
    operator: { name: brand.name, lines: contactLines(brand) },
    partner: { name: partner!.name, legalName, taxNumber, address, lang, customerNumber, supplierNumber },
  };
}
