import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import type { Db, Tx } from "./database.ts";
import { prepareAs } from "./statement-names.ts";

/**
 * Frequent statements, whose text is compiled once. Kysely compiles a template at each run, which takes 20 % of this
 * process's CPU time for a booking. A connection also plans a named statement once: planning takes half the time of a
 * booking. So only statements whose best plan does not depend on their values have a name.
 */
export interface Statement<P, R> {
  /** The text that the database gets. */
  text: string;
  run(db: Db | Tx, values: P): Promise<R[]>;
}

/** A named value in a statement's template. */
export class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Compiles SQL and runs no statement. */
const writer = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error("The compiler has no database.");
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A statement with named values: `${value("id")}` is the value `id`. Each statement has its own name, or null when the server should
 * plan each run for its values.
 *
 * ```ts
 * const itemName = statement<{ id: string }, { name: string }>("item-name", (value) =>
 *   sql`select name from item where id = ${value("id")}`);
 * const [item] = await itemName.run(db, { id });
 * ```
 */
export function defineStatement<P extends object, R>(
  name: string | null,
  template: (value: (name: keyof P & string) => Placeholder) => RawBuilder<R>,
): Statement<P, R> {
  const words = template((name) => new Placeholder(name));
  const { sql: text, parameters } = (name === null ? words : sql`${prepareAs(name)} ${words}`).compile(writer);
  const valuesOf = (values: P): unknown[] =>
    parameters.map((given) => (given instanceof Placeholder ? (values[given.name as keyof P] as unknown) : given));
  return {
    text,
    async run(db, values) {
      const { rows } = await db.getExecutor().executeQuery<R>(CompiledQuery.raw(text, valuesOf(values)));
      return rows;
    },
  };
}

/**
 * Makes a statement for a list of records, which usually has one. The statement for one record is planned once, and a statement for more is
 * planned at each run. The template receives the case, which the list's length decides.
 */
export function statementWithList<P extends object, R>(
  name: string,
  template: (value: (name: keyof P & string) => Placeholder, isOne: boolean) => RawBuilder<R>,
): (length: number) => Statement<P, R> {
  const one = defineStatement<P, R>(name, (value) => template(value, true));
  const others = defineStatement<P, R>(null, (value) => template(value, false));
  return (length) => (length === 1 ? one : others);
}
