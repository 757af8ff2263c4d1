import { setTimeout as pause } from "node:timers/promises";
import { startLoad } from "../history/load.ts";
import { byteFaults } from "./proxy/faults.ts";
import type { FaultEnvironment, ProxyPlace } from "./world.ts";

/** Load on the service while faults happen at random between all parts, by the seed. */
export async function runFaultStorm(
  world: FaultEnvironment,
  { ms, clients = 10 }: { ms: number; clients?: number },
): Promise<void> {
  const { random, proxies, recorder, apiKey } = world;
  const [first, ...others] = world.urls as [string, ...string[]];
  const load = startLoad({
    recorder,
    seed: Math.floor(random() * 2 ** 31),
    apiKey,
    urls: [new URL(proxies.client.through(first)).origin, ...others],
    events: [...world.events.few, ...world.events.now.slice(0, 2), ...world.events.later.slice(0, 2)],
    clients,
    callbackUrl: world.callbackUrl,
    timeoutMs: 1_500,
  });
  const end = performance.now() + ms;
  const names = Object.keys(proxies) as ProxyPlace[];
  while (performance.now() < end) {
    const place = names[Math.floor(random() * names.length)]!;
    await fault(world, place);
    if (random() < 0.1) await world.setPrice();
    await pause(random() * 60);
  }
  for (const proxy of Object.values(proxies)) proxy.calm();
  await load.stop();
}

async function fault({ random, proxies }: FaultEnvironment, place: ProxyPlace): Promise<void> {
  const proxy = proxies[place];
  const kind = random();
  if (kind < 0.5)
    proxy.arm({ after: Math.floor(random() * 4_000), what: byteFaults[Math.floor(random() * byteFaults.length)]! });
  else if (kind < 0.6) proxy.cut();
  else if (kind < 0.7) {
    proxy.refuse(true);
    await pause(random() * 200);
    proxy.refuse(false);
  } else if (kind < 0.85) {
    proxy.disturb({ random, delayMs: random() * 20, pieceBytes: 1 + Math.floor(random() * 400) });
    await pause(random() * 300);
    proxy.disturb(null);
  } else {
    proxy.silenceExisting();
    await pause(random() * 300);
    proxy.resume();
  }
  // A connection that becomes silent after a byte would stay silent for the rest of the run.
  if (random() < 0.3) proxy.release();
}
