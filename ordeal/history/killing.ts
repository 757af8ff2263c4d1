import { setTimeout as pause } from "node:timers/promises";
import { type ServiceProcess, startService } from "../../packages/service/test/support/servers/processes.ts";

/** Processes of the service that are killed at random and replaced. `urls` are the addresses of the running ones. */
export async function startKilling(
  databaseUrl: string,
  { random, urls }: { random: () => number; urls: string[] },
): Promise<{ kills: () => number; stop: () => Promise<void> }> {
  let isStopped = false;
  let kills = 0;
  const alive = new Set<ServiceProcess>();
  const start = async () => {
    const service = await startService({
      DATABASE_URL: databaseUrl,
      CALLBACK_ALLOW_PRIVATE: "true",
      LOG_LEVEL: "info",
    });
    alive.add(service);
    urls.push(service.url);
  };
  await Promise.all([start(), start()]);
  const killing = (async () => {
    while (!isStopped) {
      await pause(300 + random() * 1_500);
      const victims = [...alive];
      const victim = victims[Math.floor(random() * victims.length)]!;
      alive.delete(victim);
      urls.splice(urls.indexOf(victim.url), 1);
      await victim.kill();
      kills++;
      await start();
    }
  })();
  return {
    kills: () => kills,
    stop: async () => {
      isStopped = true;
      await killing;
      urls.length = 0;
      await Promise.all([...alive].map((service) => service.stop()));
    },
  };
}
