import Type from "typebox";
import { nullable } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Which heading of a file is which field: of the files of banks, by name, and of a partner's count. */

const bank = "bank";

const heading = Type.String({ minLength: 1, maxLength: 100, description: "Heading of a column." });

export const dateOrders = ["dmy", "mdy", "ymd"] as const;
const shared = {
  dates: Type.Enum([...dateOrders], { description: "The sequence of day, month and year." }),
  decimals: Type.Enum(["point", "comma"], { description: "The decimal mark of amounts." }),
};
const closed = { additionalProperties: false };

export const BankMapping = Type.Object(
  {
    date: heading,
    amount: heading,
    texts: Type.Array(heading, { minItems: 1, maxItems: 10, description: "Columns with references and names." }),
    ...shared,
    currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, of the bank's account." }),
  },
  closed,
);
export type BankMapping = Type.Static<typeof BankMapping>;

/** Amounts of an order that a partner's count can have. */
export const countedAmounts = ["owed", "net", "retail", "commission"] as const;

export const CountMapping = Type.Object(
  {
    reference: {
      ...heading,
      description: "Heading of the column with the partner's reference, or with the operator's.",
    },
    amount: heading,
    counts: Type.Enum([...countedAmounts], { description: "Which amount of an order the column has." }),
    day: nullable(heading, "Null: no column has the day of the event or sale."),
    status: nullable(heading, "Null: no column says which orders are cancelled."),
    cancelled: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      maxItems: 20,
      description: "What that column says of a cancelled order. Capitals do not matter.",
    }),
    by: Type.Enum(["event", "sale"], {
      description: "Whether a period of the count has the orders of its events or sales.",
    }),
    ...shared,
  },
  closed,
);
export type CountMapping = Type.Static<typeof CountMapping>;

export interface NamedMapping<Content> {
  name: string;
  content: Content;
}

/** Reads the mappings of banks' files, by name. */
export const bankMappings = <Content>(db: Db): Promise<NamedMapping<Content>[]> =>
  allRows(db)`select name, content from file_mapping where owner = ${bank} order by name`;

export const saveBankMapping = (tx: Tx, name: string, content: unknown, now: Date): Promise<void> =>
  save(tx, bank, name, content, now);

/** False: there is no such mapping. */
export const deleteBankMapping = (tx: Tx, name: string): Promise<boolean> =>
  anyRow(tx)`delete from file_mapping where owner = ${bank} and name = ${name} returning 1`;

/** Reads how a partner's count is read. Null: nobody has said it. */
export const countMapping = async <Content>(db: Db, partnerId: string): Promise<Content | null> =>
  (await firstRow(db)<{ content: Content }>`select content from file_mapping where owner = ${partnerId} and name = ''`)
    ?.content ?? null;

export const saveCountMapping = (tx: Tx, partnerId: string, content: unknown, now: Date): Promise<void> =>
  save(tx, partnerId, "", content, now);

const save = (tx: Tx, owner: string, name: string, content: unknown, now: Date): Promise<void> =>
  run(tx)`
    insert into file_mapping (owner, name, content, changed_at) values (${owner}, ${name}, ${JSON.stringify(content)}::jsonb, ${now})
    on conflict (owner, name) do update set content = excluded.content, changed_at = excluded.changed_at`;
