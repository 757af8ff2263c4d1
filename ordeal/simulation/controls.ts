import { type SimulatedWorld, sharedBoatTours } from "./world.ts";

/** Services without a guard in their database. The simulation must detect each of them. */
export interface StoreDefect {
  /** At least one of these rules must report a violation. */
  caughtBy: readonly string[];
  remove: string;
  restore: string;
}

export const storeDefects: Record<string, StoreDefect> = {
  "the same order sent twice becomes two orders": {
    caughtBy: ["orders"],
    remove: `
      create function forget_answer() returns trigger language plpgsql as
        $$ begin new.key = new.key || coalesce(new.ref::text, ''); return new; end $$;
      create trigger forget_answer before insert on answer for each row execute function forget_answer();`,
    restore: "drop trigger forget_answer on answer; drop function forget_answer();",
  },
  // Only the process that dies between the order and the call to its supplier knew that the call was due.
  "an order that is dispatched at once is not due if that fails": {
    caughtBy: ["supplier"],
    remove: `
      create function forget_dispatch() returns trigger language plpgsql as
        $$ begin if new.supplier_due_at > now() then new.supplier_due_at = null; end if; return new; end $$;
      create trigger forget_dispatch before insert on orders for each row execute function forget_dispatch();`,
    restore: "drop trigger forget_dispatch on orders; drop function forget_dispatch();",
  },
  "a hold that became an order stays open": {
    caughtBy: ["capacity", "holds"],
    remove: `
      create function forget_booked() returns trigger language plpgsql as
        $$ begin if new.status = 'booked' then new.status = 'open'; end if; return new; end $$;
      create trigger forget_booked before update of status on hold for each row execute function forget_booked();`,
    restore: "drop trigger forget_booked on hold; drop function forget_booked();",
  },
  "a change is accepted, and its order keeps its seats": {
    caughtBy: ["changes", "capacity"],
    remove: `
      create function forget_change() returns trigger language plpgsql as
        $$ begin if new.amended > old.amended then new.seats = old.seats; end if; return new; end $$;
      create trigger forget_change before update on orders for each row execute function forget_change();`,
    restore: "drop trigger forget_change on orders; drop function forget_change();",
  },
  "a change that its supplier confirms counts as declined": {
    caughtBy: ["supplier's changes", "orders"],
    ...misrecorded({ kind: "changed", actor: "supplier", is: "accepted", becomes: "declined" }),
  },
  "a change that an operator declines counts as accepted": {
    caughtBy: ["decisions"],
    ...misrecorded({ kind: "change-declined", actor: "operator", is: "declined", becomes: "accepted" }),
  },
  "an order is refunded by the present tiers of its product": {
    caughtBy: ["refunds"],
    remove: `
      create function forget_tiers() returns trigger language plpgsql as $$
      begin
        update orders set agreed = jsonb_set(agreed, '{refundTiers}', coalesce(new.record -> 'refundTiers', 'null')) where product_id = new.id;
        return new;
      end $$;
      create trigger forget_tiers after update of record on product
        for each row when (new.record -> 'refundTiers' is distinct from old.record -> 'refundTiers') execute function forget_tiers();`,
    restore: "drop trigger forget_tiers on product; drop function forget_tiers();",
  },
  "a change refunds all of the price at any time": {
    caughtBy: ["refunds"],
    remove: `
      create function refund_all() returns trigger language plpgsql as
        $$ begin new.refund_usd = greatest(0, -new.difference_usd); return new; end $$;
      create trigger refund_all before insert on amendment for each row execute function refund_all();`,
    restore: "drop trigger refund_all on amendment; drop function refund_all();",
  },
  "tours of one boat are sold as if each had a boat of its own": {
    caughtBy: ["capacity"],
    remove: needingBoat(false),
    restore: needingBoat(true),
  },
  "a replaced price does not hold": {
    caughtBy: ["prices"],
    remove: `
      create function forget_price() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger forget_price before insert on event_price_past for each row execute function forget_price();`,
    restore: "drop trigger forget_price on event_price_past; drop function forget_price();",
  },
};

/** Runs work in a world whose database lacks a guard. */
export async function withoutGuard<T>(
  world: SimulatedWorld,
  { remove, restore }: StoreDefect,
  work: () => Promise<T>,
): Promise<T> {
  await world.store.alter(remove);
  try {
    return await work();
  } finally {
    await world.store.alter(restore);
  }
}

/** Returns statements that also change the snapshot, of which each run gets a copy. */
function needingBoat(needs: boolean): string {
  const tours = sharedBoatTours.map((tour) => `'${tour}'`);
  return ["public", "snapshot"]
    .map(
      (schema) => `
      update ${schema}.event e set needs_resources = ${needs} from public.item i join public.product p on p.id = i.product_id
        where e.item_id = i.id and p.external_id in (${tours});`,
    )
    .join("\n");
}

/** Once the timeline has an entry of this kind and actor, the order's last change with a status gets another one. */
function misrecorded({ kind, actor, is, becomes }: Record<"kind" | "actor" | "is" | "becomes", string>) {
  return {
    remove: `
      create function forget_decision() returns trigger language plpgsql as $$
      begin
        if new.kind = '${kind}' and new.actor = '${actor}' then
          update amendment c set status = '${becomes}' where c.order_id = new.order_id and c.status = '${is}'
            and c.revision = (select max(revision) from amendment l where l.order_id = new.order_id and l.status = '${is}');
        end if;
        return new;
      end $$;
      create trigger forget_decision after insert on order_timeline for each row execute function forget_decision();`,
    restore: "drop trigger forget_decision on order_timeline; drop function forget_decision();",
  };
}
