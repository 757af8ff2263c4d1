import { sql } from "kysely";
import type { Database } from "../../packages/service/src/store/database/database.ts";

/**
 * Services without a guard, which the checker must detect. Otherwise a run without violations proves nothing. Guards are
 * removed in the run's database, never in the service.
 */
export interface SeededDefect {
  /** Rules of the checker. At least one of them must report a violation. */
  caughtBy: string[];
  sabotage: (database: Database) => Promise<void>;
  /** Whether the run sells only the tours of one boat. */
  sellsTours?: boolean;
}

export const seededDefects: Record<string, SeededDefect> = {
  "seats are checked, but the last but one is not taken": {
    caughtBy: ["capacity"],
    sabotage: async ({ db }) => {
      await sql`
        create function forget_a_seat() returns trigger language plpgsql as $$
        begin
          if new.capacity_left = 1 and old.capacity_left > 1 then new.capacity_left := old.capacity_left; end if;
          return new;
        end $$`.execute(db);
      await sql`
        create trigger forget_a_seat before update of capacity_left on event
        for each row execute function forget_a_seat()`.execute(db);
    },
  },
  "two tours are sold as if each had a boat of its own": {
    caughtBy: ["capacity"],
    sellsTours: true,
    sabotage: async ({ db }) => {
      await sql`update event set needs_resources = false`.execute(db);
    },
  },
  "two requests with one reference at once place two orders": {
    caughtBy: ["orders"],
    sabotage: async ({ db }) => {
      await sql`
        create function forget_answer() returns trigger language plpgsql as $$
        begin new.key := new.key || coalesce(new.ref::text, ''); return new; end $$`.execute(db);
      await sql`
        create trigger forget_answer before insert on answer for each row execute function forget_answer()`.execute(db);
    },
  },
  "every second callback of an order counts as delivered before it is sent": {
    caughtBy: ["notifications"],
    sabotage: async ({ db }) => {
      await sql`
        create function call_back_delivered() returns trigger language plpgsql as $$
        begin
          if new.sequence % 2 = 0 then new.state := 'delivered'; new.next_at := null; new.settled_at := now(); end if;
          return new;
        end $$`.execute(db);
      await sql`
        create trigger call_back_delivered before insert on callback
        for each row execute function call_back_delivered()`.execute(db);
    },
  },
};
