import { type Language, languages } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { noFurtherFields, textsField } from "../../records/field-types.ts";
import { nullable, Revision } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { writeFact } from "../operators/home.ts";

/** Which content pages the service makes from the products: docs/decisions/0050-pages-from-products.md. */

const address = (values: string) =>
  Type.String({
    pattern: "^//[^\\s]+$",
    maxLength: 300,
    description: `Address of each page, without \`https:\`, such as \`//www.example.com/${values}\`.`,
  });

export const pageRules = {
  city: nullable(
    Type.Object(
      {
        address: address("{lang}/{city}"),
        names: Type.Record(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" }), textsField(200), {
          maxProperties: 2000,
          description: "Names by city code and language. A city has a page in each language in which it has a name.",
        }),
      },
      noFurtherFields,
    ),
    "A page for each city with a published product. Null: none.",
  ),
  product: nullable(
    Type.Object({ address: address("{lang}/{city}/{name}") }, noFurtherFields),
    "A page for each published product, in each language in which it has a name or a description. Null: none.",
  ),
};
const PageRules = Type.Object(pageRules);
export type PageRules = Type.Static<typeof PageRules>;

const StoredPageRules = Type.Object({ ...pageRules, revision: Revision });
type StoredPageRules = Type.Static<typeof StoredPageRules>;

const fact = "page-rules";

export async function loadPageRules(db: Db): Promise<StoredPageRules> {
  const rows = await allRows(db)<{ value: string }>`select value from fact where name = ${fact}`;
  return rows[0] ? (JSON.parse(rows[0].value) as StoredPageRules) : { city: null, product: null, revision: 0 };
}

export const writePageRules = (tx: Tx, rules: StoredPageRules): Promise<void> =>
  writeFact(tx, fact, JSON.stringify(rules));

/** What pages are made of: a published product with its name in each language in which it has a name or a description. */
export interface PageSource {
  externalId: string;
  cityCode: string;
  names: Partial<Record<Language, string>>;
}

/** The fields of a product that have texts by language. */
export const pageTextFields = ["names", "summary", "description"] as const;

export const pageSources = (db: Db): Promise<PageSource[]> =>
  allRows(db)`
    select external_id as "externalId", city_code as "cityCode", jsonb_strip_nulls(jsonb_build_object(${sql.join(
      languages.map(
        (lang) =>
          sql`${sql.lit(lang)}::text, case when ${sql.join(
            pageTextFields.map((field) => sql`record -> ${sql.lit(field)} ? ${sql.lit(lang)}`),
            sql` or `,
          )} then coalesce(record -> 'names' ->> ${sql.lit(lang)}, name) end`,
      ),
    )})) as names
    from product where published and not deleted order by external_id`;
