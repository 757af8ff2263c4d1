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
import { prepared } from "./prepared.ts";

/**
 * Hot statements, whose text is put together once. Kysely walks a template anew at each run, which of a booking is a fifth of
 * what this process does for it. A connection plans such a statement once, too: planning takes half the time of a booking. So
 * it is only for statements whose best plan does not depend on their values.
 */
export interface Statement<P, R> {
  run(db: Db | Tx, values: P): Promise<R[]>;
}

/** Stands for a value in a statement's template. */
class Place {
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
 * A statement with values by name: `${value("id")}` stands for the value `id`. Every statement has a name of its own.
 *
 * ```ts
 * const itemName = statement<{ id: string }, { name: string }>("item-name", (value) =>
 *   sql`select name from item where id = ${value("id")}`);
 * const [item] = await itemName.run(db, { id });
 * ```
 */
export function statement<P extends object, R>(
  name: string,
  template: (value: (name: keyof P & string) => Place) => RawBuilder<R>,
): Statement<P, R> {
  const { sql: text, parameters } = sql`${prepared(name)} ${template((name) => new Place(name))}`.compile(writer);
  const valuesOf = (values: P): unknown[] =>
    parameters.map((given) => (given instanceof Place ? (values[given.name as keyof P] as unknown) : given));
  return {
    async run(db, values) {
      const { rows } = await db.getExecutor().executeQuery<R>(CompiledQuery.raw(text, valuesOf(values)));
      return rows;
    },
  };
}
