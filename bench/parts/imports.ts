import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { inviteOperator } from "../../packages/service/src/domain/operators/operators.ts";
import { demoKey } from "../../packages/service/src/domain/partners/keys.ts";
import { daysOn } from "../../packages/service/test/concurrency/booking.ts";
import { show, testCatalogue, variant } from "../../packages/service/test/support/samples/catalogue.ts";
import type { RoundPlan } from "../load.ts";
import { findBuyableSelections, postJson, sendGet } from "../load.ts";
import type { ResultRow } from "../results.ts";
import { startService } from "../service.ts";
import { type StoreSetting, withDatabase } from "../stores.ts";

const products = 100;
const events = 10_000;
/** Milliseconds between two requests of one kind. The service can answer far more requests. */
const everyMs = 25;
const goal = 0.5;
/** A refused request counts as long as its Retry-After. */
const retryMs = 1000;

/**
 * The 99th percentile of cached lists, eventvalidate and eventbook while an operator uploads 10,000 events, compared with the same requests
 * without the upload. One upload takes two seconds, in which there are 80 requests of each kind: their 99th percentile would be the longest
 * time. So the percentile is computed over all rounds together.
 */
export async function measureDuringImport(env: StoreSetting, { rounds, seconds }: RoundPlan): Promise<ResultRow[]> {
  const names = Array.from({ length: rounds * products }, (_, n) => `imported-${n}`);
  const token = await prepareUploads(env, names);
  const service = await startService(env);
  try {
    const at = `http://127.0.0.1:${service.port}`;
    const operator = await signIn(at, token);
    const buyable = await findBuyableSelections(service.port, 400);
    const buyer = { email: "guest@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };
    let sent = 0;
    const kinds: Record<string, () => Promise<unknown>> = {
      "cached list": () => sendGet(service.port, "/api/products", { accept: "application/json" }),
      eventvalidate: () => postJson(service.port, "/api/es/eventvalidate", buyable[sent++ % buyable.length]!.body),
      eventbook: () => {
        const { body, totalUsd } = buyable[sent++ % buyable.length]!;
        const order = { ...JSON.parse(body), ...buyer, apiKey: demoKey, externalReference: `import-${sent}` };
        order.totalUsd = { currencyCode: "USD", value: totalUsd };
        return postJson(service.port, "/api/es/eventbook", JSON.stringify(order));
      },
    };
    const upload = async (round: number): Promise<void> => {
      const answer = await fetch(`${at}/admin/api/events/import`, {
        method: "POST",
        headers: { ...operator, "content-type": "text/csv" },
        body: sheet(names.slice(round * products, (round + 1) * products)),
      });
      if (answer.status !== 200) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`);
    };
    await timed(kinds, pause(2000));
    const idle: Times[] = [];
    const during: Times[] = [];
    for (let round = 0; round < rounds; round++) {
      idle.push(await timed(kinds, pause(seconds * 1000)));
      during.push(await timed(kinds, upload(round)));
    }
    return Object.keys(kinds).map((kind) => {
      const slowestIn = (rounds: Times[]) => slowest(rounds.flatMap((times) => times[kind]!));
      const [ours, reference] = [slowestIn(during), slowestIn(idle)];
      const name = `${kind} while ${events.toLocaleString("en")} events are imported, 99th percentile`;
      return { name, unit: "ms", against: "ms without the import", goal, ours, reference, ratio: reference / ours };
    });
  } finally {
    await service.stop();
  }
}

/** Durations of the requests of each kind, in milliseconds. */
type Times = Record<string, number[]>;

/** Returns the 99th percentile. */
const slowest = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

/** Sends requests of each kind until `end`. */
async function timed(kinds: Record<string, () => Promise<unknown>>, end: Promise<void>): Promise<Times> {
  let goesOn = true;
  const ended = end.finally(() => {
    goesOn = false;
  });
  const all = Object.entries(kinds).map(async ([kind, send]) => {
    const times: number[] = [];
    const sending: Promise<void>[] = [];
    while (goesOn) {
      const startedAt = performance.now();
      const answered = send().then(
        () => times.push(performance.now() - startedAt),
        (error: Error) => {
          if (!error.message.includes("answered 503")) throw error;
          times.push(retryMs);
        },
      );
      sending.push(answered.then(() => {}));
      await pause(everyMs);
    }
    await Promise.all(sending);
    return [kind, times] as const;
  });
  const [found] = await Promise.all([Promise.all(all), ended]);
  return Object.fromEntries(found);
}

const two = (n: number) => String(n).padStart(2, "0");

/** New events of these products, an hour apart. */
function sheet(names: string[]): string {
  const rows = Array.from({ length: events }, (_, n) => {
    const at = Math.floor(n / products);
    const time = `${two(8 + (at % 12))}:00`;
    const product = names[n % products]!;
    return [
      product,
      product,
      `${product}-seat`,
      daysOn(3 + Math.floor(at / 12)),
      time,
      "available",
      "30",
      "EUR",
      "45.50",
    ];
  });
  return ["product,name,item,date,time,availability,capacity,currency,price ADULT", ...rows].join("\n");
}

/** Creates products with these external ids and an item each, and an operator. Returns the token of the operator's invitation. */
const prepareUploads = (env: StoreSetting, externalIds: string[]): Promise<string> =>
  withDatabase(env, async ({ db }) => {
    const products = externalIds.map((externalId) =>
      variant(show, { externalId }, { externalId: `${externalId}-seat`, schedules: [] }),
    );
    await importCatalogue(db, { products, currencies: testCatalogue.currencies ?? [] }, { now: new Date() });
    const invitation = { email: "bench@example.com", name: "Bench", role: "catalogue", lang: "en" } as const;
    const invited = await db.transaction().execute((tx) => inviteOperator(tx, invitation, new Date()));
    return invited!.token;
  });

/** Headers of the operator's requests to the service at this address. */
async function signIn(at: string, token: string): Promise<Record<string, string>> {
  const own = { "x-paseo-console": "1" };
  const accepted = await fetch(`${at}/admin/api/invitation/acceptance`, {
    method: "POST",
    headers: { ...own, "content-type": "application/json" },
    body: JSON.stringify({ token, password: randomBytes(12).toString("hex") }),
  });
  const cookie = accepted.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`the operator could not sign in: ${accepted.status} ${await accepted.text()}`);
  return { ...own, cookie };
}
