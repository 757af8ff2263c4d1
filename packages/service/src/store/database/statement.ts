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
import { prepared } from "./statement-names.ts";

/**
 * Hot statements, whose text is put together once. Kysely walks a template anew at each run, which of a booking is a fifth of
 * what this process does for it. A connection plans such a statement once, too: planning takes half the time of a booking. So
 * a name is only for statements whose best plan does not depend on their values.
 */
export interface Statement<P, R> {
  run(db: Db | Tx, values: P): Promise<R[]>;
}

/** Stands for a value in a statement's template. */
export class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Writes SQL and runs none. */
const writer = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error("There is no database to look into.");
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A statement with values by name: `${value("id")}` stands for the value `id`. Every statement has a name of its own, but for
 * those that each run is to plan for its values: null.
 *
 * ```ts
 * const itemName = statement<{ id: string }, { name: string }>("item-name", (value) =>
 *   sql`select name from item where id = ${value("id")}`);
 * const [item] = await itemName.run(db, { id });
 * ```
 */
export function statement<P extends object, R>(
  name: string | null,
  template: (value: (name: keyof P & string) => Place) => RawBuilder<R>,
): Statement<P, R> {
  const words = template((name) => new Place(name));
  const { sql: text, parameters } = (name === null ? words : sql`${prepared(name)} ${words}`).compile(writer);
  const valuesOf = (values: P): unknown[] =>
    parameters.map((given) => (given instanceof Place ? (values[given.name as keyof P] as unknown) : given));
  return {
    async run(db, values) {
      const { rows } = await db.getExecutor().executeQuery<R>(CompiledQuery.raw(text, valuesOf(values)));
      return rows;
    },
  };
}

/**
 * A statement on the records of a list, which mostly is of one: that is planned once, for one, and any other each time for what
 * it is. The template is told which; the list's length says which is to run.
 */
export function statementOnList<P extends object, R>(
  name: string,
  template: (value: (name: keyof P & string) => Place, isOne: boolean) => RawBuilder<R>,
): (length: number) => Statement<P, R> {
  const one = statement<P, R>(name, (value) => template(value, true));
  const others = statement<P, R>(null, (value) => template(value, false));
  return (length) => (length === 1 ? one : others);
}
