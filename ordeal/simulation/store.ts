import { createHash } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect } from "kysely";
import type { Unsubscribe } from "../../packages/service/src/store/database/announcements.ts";
import { type Database, typeParsers } from "../../packages/service/src/store/database/database.ts";
import { migrateSchema } from "../../packages/service/src/store/database/migrate.ts";
import { preparedNameOf } from "../../packages/service/src/store/database/statement-names.ts";
import { openDatabaseOn, type PGliteEngine, subscribeToNotifications, withNamedStatements } from "./pglite.ts";
import { neverResolved, type SimulatedProcess } from "./time/process.ts";
import { runInRealTime } from "./time/simulated-node.ts";

/** A PGlite that serves many runs: a reset takes milliseconds, a new database takes a second. */
export class SimulatedStore {
  /** The database from which the snapshot was taken. */
  readonly #first: PGlite;
  readonly #firstEngine: PGliteEngine;
  /** The database in use: the first database, or a database that has recovered from a crash. */
  #pglite: PGlite;
  #engine: PGliteEngine;
  /** The subscriptions at the first database. A subscription holds the service that made it. */
  #subscriptions: Unsubscribe[] = [];
  #runs = 0;

  /** The tables that plans change. */
  readonly #tables: readonly string[];

  private constructor(pglite: PGlite, tables: readonly string[]) {
    this.#tables = tables;
    this.#first = this.#pglite = pglite;
    this.#firstEngine = this.#engine = withNamedStatements(pglite, anyNameOf);
  }

  /** Opens a migrated store in the state after `prepare`. */
  static async open(prepare: (database: Database) => Promise<void>, template?: Blob): Promise<SimulatedStore> {
    const pglite = await openEngine(template);
    const database = openDatabaseOn(pglite);
    await migrateSchema(database.db);
    await prepare(database);
    const tables = await takeSnapshot(pglite);
    // Each run prepares its statements again, under the same names.
    await pglite.exec("deallocate all");
    return new SimulatedStore(pglite, tables);
  }

  /** Runs statements that the next reset does not undo. */
  async alter(statements: string): Promise<void> {
    await this.reset();
    await this.#pglite.exec(statements);
  }

  /**
   * Resets to the state after `prepare`. A database that has recovered is left: it has another start time, by which the service knows that
   * it may have lost versions, so every later plan would run otherwise than alone.
   */
  async reset(): Promise<void> {
    await this.#leaveRecovered();
    for (const stop of this.#subscriptions.splice(0)) await stop();
    await this.#pglite.exec("select snapshot.restore()");
    // Deleted rows slow down every scan. Not at each reset: a vacuum discards the plans of all statements on its tables.
    // The system's own tables, which no plan changes, would take 60 ms of 62.
    if (++this.#runs % 50 === 0) await this.#pglite.exec(`vacuum ${this.#tables}`);
  }

  /** Opens the store for a process. Awaits `step` before each statement and each commit. */
  connect(process: SimulatedProcess, step: () => Promise<void>): Database {
    const pglite = this.#pglite;
    const engine = this.#engine;
    const stepped = (query: PGliteEngine["query"]): PGliteEngine["query"] =>
      (async (text: string, ...more: unknown[]) => {
        await process.whileAlive(step());
        return process.whileAlive(query(text, ...(more as [])));
      }) as PGliteEngine["query"];
    const mortal: PGliteEngine = {
      get closed() {
        return engine.closed;
      },
      get ready() {
        return engine.ready;
      },
      waitReady: engine.waitReady,
      close: neverResolved,
      query: stepped(engine.query.bind(engine)),
      transaction: async (work) => {
        await process.whileAlive(step());
        // The database rolls back a transaction that its client leaves open.
        const transaction = engine.transaction((tx) =>
          Promise.race([
            process.died,
            work({
              query: stepped(tx.query.bind(tx)) as typeof tx.query,
              rollback: () => tx.rollback(),
            } as typeof tx).then(async (result) => {
              await step();
              return result;
            }),
          ]),
        );
        return process.whileAlive(transaction);
      },
    };
    return {
      ...openDatabaseOn(pglite),
      db: new Kysely<object>({ dialect: new PGliteDialect({ pglite: mortal }) }),
      readText: async (text) => {
        const { rows } = await mortal.query<Record<string, string>>(text, []);
        return Object.values(rows[0]!)[0]!;
      },
      subscribe: async (onVersion) => {
        const stop = await subscribeToNotifications(pglite, () => {
          if (process.alive) process.run(onVersion);
        });
        if (pglite === this.#first) this.#subscriptions.push(stop);
        return stop;
      },
      close: async () => {},
    };
  }

  /** Ends the database without a shutdown and starts another one on its files, which recovers from its log. */
  async reopen(): Promise<void> {
    await runInRealTime(async () => {
      const files = await this.#pglite.dumpDataDir("none");
      await this.#leaveRecovered();
      this.#pglite = await openEngine(files);
      this.#engine = withNamedStatements(this.#pglite, anyNameOf);
    });
  }

  /** Closes a database that has recovered. The first database stays open for the next plans. */
  async #leaveRecovered(): Promise<void> {
    if (this.#pglite === this.#first) return;
    await this.#pglite.close();
    this.#pglite = this.#first;
    this.#engine = this.#firstEngine;
  }

  async close(): Promise<void> {
    await this.#leaveRecovered();
    await this.#first.close();
  }
}

/**
 * Plans each statement once: the best plan for a few rows does not depend on the values, and planning takes a tenth of the
 * time. It does not count changes of tables, because the database vacuums by these counts: a plan would depend on the plans
 * before it.
 */
const openEngine = (files?: Blob): Promise<PGlite> =>
  PGlite.create({
    extensions: { pg_trgm },
    parsers: typeParsers,
    startParams: [...PGlite.defaultStartParams, "-c", "plan_cache_mode=force_generic_plan", "-c", "track_counts=off"],
    ...(files && { loadDataDir: files }),
  });

const names = new Map<string, string>();

/** Names every statement. PGlite runs a prepared statement in half the time, and thousands of plans run the same statements. */
function anyNameOf(text: string): string {
  const known =
    names.get(text) ?? preparedNameOf(text) ?? `any-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, known);
  return known;
}

/**
 * Copies every table, and creates a function that restores the changed tables: their number of rows differs, or a row is newer than the
 * last restore. With a table, the function restores all tables that refer to it, so that no foreign key is ever broken. Switching foreign
 * keys off (session_replication_role) would discard all plans: a third of the time of a run. Returns the tables.
 */
async function takeSnapshot(pglite: PGlite): Promise<string[]> {
  const { rows: tables } = await pglite.query<{ name: string; columns: string; parents: string[] }>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.oid, c.relname order by c.relname`);
  const { rows: sequences } = await pglite.query<{ set: string }>(`
    select format('perform setval(%L, %s, %L);', schemaname || '.' || sequencename, coalesce(last_value, start_value),
      last_value is not null) as set
    from pg_sequences where schemaname = 'public' order by 1`);
  const ordered = parentsFirst(tables);
  const { rows: counted } = await pglite.query<{ name: string; rows: number }>(
    tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from public.${name}`).join(" union all "),
  );
  const counts = new Map(counted.map(({ name, rows }) => [name, rows]));
  await pglite.exec(`
    create schema snapshot;
    create table snapshot.restored as select pg_current_xact_id()::text::bigint as xid;
    ${tables.map(({ name }) => `create table snapshot.${name} as table public.${name};`).join("\n")}
    create function snapshot.restore() returns void language plpgsql as $$
    declare
      ${ordered.map(({ name }) => `${name}_changed boolean;`).join("\n")}
    begin
      with restored as materialized (select xid from snapshot.restored)
      select ${ordered
        .map(({ name }) =>
          counts.get(name) === 0
            ? `exists (select from public.${name})`
            : `(select count(*) <> ${counts.get(name)} or coalesce(bool_or(xmin::text::bigint > (select xid from restored)), false)
                  from public.${name})`,
        )
        .join(",\n")}
      into ${ordered.map(({ name }) => `${name}_changed`).join(", ")};
      ${ordered
        .filter(({ parents }) => parents.length > 0)
        .map(
          ({ name, parents }) =>
            `${name}_changed := ${[name, ...parents].map((one) => `${one}_changed`).join(" or ")};`,
        )
        .join("\n")}
      ${ordered
        .toReversed()
        .map(({ name }) => `if ${name}_changed then delete from public.${name}; end if;`)
        .join("\n")}
      ${ordered
        .map(
          ({ name, columns }) => `
      if ${name}_changed then
        insert into public.${name} (${columns}) overriding system value select ${columns} from snapshot.${name};
      end if;`,
        )
        .join("\n")}
      ${sequences.map(({ set }) => set).join("\n")}
      update snapshot.restored set xid = pg_current_xact_id()::text::bigint;
    end $$;`);
  return [...tables.map(({ name }) => `public.${name}`), "snapshot.restored"];
}

/** Sorts the tables so that each table stands after the tables that it refers to. */
function parentsFirst<T extends { name: string; parents: string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  for (let left = [...tables]; left.length > 0; ) {
    const isReady = ({ parents }: T) => parents.every((parent) => ordered.some(({ name }) => name === parent));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error(`these tables refer to one another: ${left.map(({ name }) => name)}`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}
