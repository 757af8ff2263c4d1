import { type Kysely, sql } from "kysely";

/** Template tags that run a statement. The caller declares the type of a row, which must match the selected columns. */

type Template = [strings: TemplateStringsArray, ...values: unknown[]];

export const allRows =
  (db: Kysely<object>) =>
  async <Row>(...template: Template): Promise<Row[]> =>
    (await sql<Row>(...template).execute(db)).rows;

/** Returns null when there is no row. */
export const firstRow =
  (db: Kysely<object>) =>
  async <Row>(...template: Template): Promise<Row | null> =>
    (await sql<Row>(...template).execute(db)).rows[0] ?? null;

/** For a statement that always returns a row, such as a count. */
export const onlyRow =
  (db: Kysely<object>) =>
  async <Row>(...template: Template): Promise<Row> =>
    (await sql<Row>(...template).execute(db)).rows[0]!;

/** Whether the statement returned a row, such as a changed row. */
export const anyRow =
  (db: Kysely<object>) =>
  async (...template: Template): Promise<boolean> =>
    (await sql(...template).execute(db)).rows.length > 0;

/** For a statement whose rows the caller does not need. */
export const run =
  (db: Kysely<object>) =>
  async (...template: Template): Promise<void> => {
    await sql(...template).execute(db);
  };
