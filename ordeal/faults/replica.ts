import { pino } from "pino";
import { createApp, listeningAt } from "../../packages/service/src/app.ts";
import { readConfig } from "../../packages/service/src/config.ts";
import { openServer } from "../../packages/service/src/store/database/database.ts";
import { databaseUrl } from "../../packages/service/test/support/servers/postgres.ts";
import { type Replicated, startReplicated } from "../../packages/service/test/support/servers/replica.ts";
import { type ByteFaultRun, faultPositions, playAtEach } from "./byte-faults.ts";
import { byteFaults } from "./proxy/faults.ts";
import { openFaultProxy } from "./proxy/proxy.ts";
import { openFaultWorld } from "./world.ts";

/** Faults on the connection to the replica: a page is never older than the published version, and never missing. */
export async function faultReplica(seed: number, steps: number, endsAt: number): Promise<ByteFaultRun> {
  const servers = await startReplicated();
  try {
    return await faultEachByte(servers, seed, steps, endsAt);
  } finally {
    await servers.stop();
  }
}

async function faultEachByte(servers: Replicated, seed: number, steps: number, endsAt: number): Promise<ByteFaultRun> {
  const world = await openFaultWorld({ server: servers.primary, seed });
  await servers.caughtUp();
  const replicaUrl = databaseUrl(servers.replica, new URL(world.databaseUrl).pathname.slice(1));
  const proxy = await openFaultProxy(Number(new URL(replicaUrl).port));
  const app = createApp({
    config: readConfig({ PORT: "0", LOG_LEVEL: "silent" }),
    database: openServer(world.databaseUrl, { poolSize: 2 }),
    replica: openServer(proxy.through(replicaUrl), {
      poolSize: 2,
      connectMs: 500,
      answerMs: 500,
    }),
    logger: pino({ level: "silent" }),
    clock: () => world.recorder.clock.date(),
    jobs: false,
  });
  const broken: string[] = [];
  /** Publishes a price and reads the page that contains it. */
  const conversation = async (n: number) => {
    await world.setPrice();
    await servers.caughtUp();
    const expected = (await world.client().validate(world.events.later[0]!, 1)).total;
    const answer = await fetch(`${listeningAt(app.http, app.service.config)}/api/events?page=1&n=${n}`);
    if (answer.status !== 200) return void broken.push(`a page was answered with ${answer.status}`);
    const { values } = (await answer.json()) as {
      values: { id: string; tickets: { unitUsdPrice?: { value: number } }[] }[];
    };
    const shown = values.find(({ id }) => id === world.events.later[0])?.tickets[0]?.unitUsdPrice?.value;
    if (shown === undefined) broken.push("a page lacked an event");
    else if (Math.round(shown * 100) !== expected)
      broken.push(`a page showed ${shown}, after ${expected} cents were published`);
  };
  try {
    await app.listen();
    await app.start();
    await conversation(0);
    const before = proxy.bytes;
    await conversation(1);
    const bytes = proxy.bytes - before;
    if (bytes === 0) broken.push("blind: no page was read from the replica");
    const made = await playAtEach(faultPositions(bytes, steps, world.random), endsAt, async (after, n) => {
      proxy.arm({ after, what: byteFaults[n % byteFaults.length]! });
      await conversation(2 + n);
      proxy.calm();
    });
    return { bytes, steps: made, faults: proxy.faults, broken };
  } finally {
    await app.stop();
    proxy.close();
    await world.stop();
  }
}
