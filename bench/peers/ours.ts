import { sql } from "kysely";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { createDemoKey, demoKey } from "../../packages/service/src/domain/partners/keys.ts";
import { plantTours } from "../../packages/service/test/resources/boat.ts";
import { type Serving, startServing } from "../process/service.ts";
import { plantScale } from "../stores/scale.ts";
import { within } from "../stores/stores.ts";
import { type Buyable, findBuyable, post } from "../traffic/buyable.ts";

export interface Ours extends Serving {
  /** Has seats for every buyer. */
  buyable: Buyable[];
  /** Has `scarce` seats. */
  scarce: Buyable;
  /** Events of three products at one time, with one boat of `scarce` seats, and the key that may sell them. */
  boat: { events: string[]; apiKey: string };
}

/** Starts the service on the migrated, empty database at `url`, with this number of products of a hundred events each. */
export async function startOurs(url: string, products: number, scarce: number): Promise<Ours> {
  const now = new Date();
  const boat = await within({ DATABASE_URL: url }, async ({ db }) => {
    await importCatalogue(db, { partners: [{ externalId: "bench", name: "Bench" }] }, { now });
    await createDemoKey(db, "bench", now);
    await plantScale(db, products * 100, now);
    await sql`update event set capacity = 1000000, capacity_left = 1000000`.execute(db);
    const { events, key } = await plantTours(db, 1, { seats: scarce });
    return { events: events[0]!, apiKey: key };
  });
  const service = await startServing({ DATABASE_URL: url });
  const [one, ...buyable] = await findBuyable(service.port, 300);
  await within({ DATABASE_URL: url }, ({ db }) =>
    sql`update event set capacity = ${scarce}, capacity_left = ${scarce} where id = ${one!.id}`.execute(db),
  );
  return { ...service, buyable, scarce: one!, boat };
}

/** Places one order with two requests: validates, then books at the validated total. Returns whether it was placed. */
export async function order(port: number, event: string, quantity: number, apiKey = demoKey): Promise<boolean> {
  const selection = { id: event, apiKey, tickets: [{ code: "ADULT", quantity }] };
  const { answer } = await post<{ isValid: boolean; totalUsd: object }>(
    port,
    "/api/es/eventvalidate",
    JSON.stringify(selection),
  );
  if (!answer.isValid) return false;
  const { totalUsd } = answer;
  const customer = { email: "guest@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };
  const booked = await post<{ isValid: boolean }>(
    port,
    "/api/es/eventbook",
    JSON.stringify({ ...selection, ...customer, totalUsd }),
  );
  return booked.answer.isValid;
}
