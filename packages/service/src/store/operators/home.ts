import type { Db, Tx } from "../database/database.ts";
import { allRows, onlyRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Settings that an operator makes once for the whole store. */

interface StoreSettings {
  /** Time zone of days in reports; null: not chosen yet. */
  timeZone: string | null;
  /** The operator's own currency. */
  currencyCode: string | null;
  /** Whether an operator hid the checklist of the first steps. */
  setupDismissed: boolean;
}

const names = { timeZone: "home-time-zone", currencyCode: "home-currency", setupDismissed: "setup-dismissed" };

export async function loadHome(db: Db | Tx): Promise<StoreSettings> {
  const rows = await allRows(db)<{ name: string; value: string }>`
    select name, value from fact where name = any(${Object.values(names)}::text[])`;
  const facts = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    timeZone: facts.get(names.timeZone) ?? null,
    currencyCode: facts.get(names.currencyCode) ?? null,
    setupDismissed: facts.has(names.setupDismissed),
  };
}

/** The origin of the time zone in use: the store's own, the zone of most products, or UTC if there is neither. */
export const zoneOrigins = ["store", "products", "none"] as const;

/** Reads the time zone of the days in reports. */
export async function zoneInUse(db: Db): Promise<{ timeZone: string; origin: (typeof zoneOrigins)[number] }> {
  const { timeZone } = await loadHome(db);
  const known = await knownZones(db);
  if (timeZone !== null && known.has(timeZone)) return { timeZone, origin: "store" };
  const zones = await allRows(db)<{ timeZone: string }>`
    select time_zone as "timeZone" from product where not deleted group by time_zone order by count(*) desc, time_zone`;
  const most = zones.find((zone) => known.has(zone.timeZone));
  return most ? { ...most, origin: "products" } : { timeZone: "UTC", origin: "none" };
}

/**
 * Returns the currency in which reports show amounts: the store's own, the currency of most products, or the US dollar if there is neither.
 * Of two with equally many products, the dollar is preferred.
 */
export const currencyInUse = async (db: Db | Tx): Promise<string> =>
  (
    await onlyRow(db)<{ code: string }>`${prepareAs("currency-in-use")}
      select coalesce((select value from fact where name = ${names.currencyCode}), (
        select currency_code from product where not deleted group by currency_code order by count(*) desc, currency_code <> 'USD', currency_code limit 1
      ), 'USD') as code`
  ).code;

export const homeZone = async (db: Db): Promise<string> => (await zoneInUse(db)).timeZone;

export async function saveHome(tx: Tx, { timeZone, currencyCode }: Record<"timeZone" | "currencyCode", string>) {
  await writeFact(tx, names.timeZone, timeZone);
  await writeFact(tx, names.currencyCode, currencyCode);
}

export const dismissSetup = (tx: Tx): Promise<void> => writeFact(tx, names.setupDismissed, "yes");

export const writeFact = (tx: Tx, name: string, value: string): Promise<void> =>
  run(tx)`
    insert into fact (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`;

export const octoSwitch = "octo";

/** Whether partners may sell over OCTO. */
export const isOctoOn = async (db: Db): Promise<boolean> =>
  (await allRows(db)`${prepareAs("octo-on")} select 1 from fact where name = ${octoSwitch}`).length > 0;

export const switchOcto = (tx: Tx, on: boolean): Promise<void> =>
  on ? writeFact(tx, octoSwitch, "on") : run(tx)`delete from fact where name = ${octoSwitch}`;

/** Returns which kinds of data the store has. */
export const readFirstSteps = (
  db: Db,
): Promise<{ product: boolean; partner: boolean; letters: boolean; sold: boolean }> =>
  onlyRow(db)`
    select exists (select from product where not deleted) as product,
      exists (select from partner p join api_key k on k.partner_id = p.id where p.active and k.revoked_at is null) as partner,
      exists (select from letter where kind = 'confirmation' and is_on) as letters,
      exists (select from orders where not test) as sold`;

/** Whether the store has any currency. */
export const hasCurrencies = async (db: Db): Promise<boolean> =>
  (await allRows(db)`select 1 from currency limit 1`).length > 0;

/**
 * The time zones that PostgreSQL knows: it groups reports by local days, and fails at any other zone. They are read
 * once, because reading them takes PostgreSQL as long as a report.
 */
const zonesOf = new WeakMap<Db, Promise<ReadonlySet<string>>>();

export function knownZones(db: Db): Promise<ReadonlySet<string>> {
  const known = zonesOf.get(db);
  if (known) return known;
  const reading = allRows(db)<{ name: string }>`select name from pg_timezone_names`.then(
    (rows) => new Set(rows.map(({ name }) => name)),
  );
  zonesOf.set(db, reading);
  reading.catch(() => zonesOf.delete(db));
  return reading;
}
