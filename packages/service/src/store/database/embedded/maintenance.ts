import { sql } from "kysely";
import type { Db } from "../database.ts";
import { firstRow, run } from "../rows.ts";

/**
 * Vacuums and analyzes the table that needs it most, when PostgreSQL's own defaults for autovacuum say so, or when it has grown by half:
 * the engine forgets its counts at a stop. The embedded store has no autovacuum: without this its plans stay those of the day on which
 * its tables were empty, and deleted rows stay in them. Returns whether there was one. Other statements wait meanwhile, some 20 ms for
 * 4,000 deleted rows and 50 to 200 ms for new statistics of 30,000 events.
 */
export async function maintainOneTable(db: Db): Promise<boolean> {
  // Otherwise the counts of this session are not visible to itself.
  await run(db)`select pg_stat_force_next_flush()`;
  const table = await firstRow(db)<{ name: string; isVacuumDue: boolean }>`
    select name, greatest(dead, inserted) > 1 as "isVacuumDue" from (
      select s.relid::regclass::text as name,
        s.n_dead_tup / (50 + 0.2 * greatest(c.reltuples, 0)) as dead,
        s.n_ins_since_vacuum / (1000 + 0.2 * greatest(c.reltuples, 0)) as inserted,
        s.n_mod_since_analyze / (50 + 0.1 * greatest(c.reltuples, 0)) as changed,
        pg_relation_size(c.oid) / 8192 / (2 + 1.5 * c.relpages) as grown
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    ) t
    where greatest(dead, inserted, changed, grown) > 1 order by greatest(dead, inserted, changed, grown) desc limit 1`;
  if (table) await run(db)`${sql.raw(table.isVacuumDue ? "vacuum (analyze)" : "analyze")} ${sql.raw(table.name)}`;
  return table !== null;
}
