import { fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { askJson } from "./ask.ts";
import type { Change } from "./steady-writer.ts";

/**
 * Watches what the writer changes, `URL CHANGES-A-SECOND PORT...`: from its commit until each of the services shows it. A service is
 * asked for the events of one changed product until they are as written; changes that come meanwhile are not watched there.
 * Sends "planted", and a `Watched` whenever it is asked for one.
 */
export interface Watched {
  changes: number;
  /** Milliseconds from a commit to the first answer that shows it, by service; the last may still be under way. */
  delays: number[][];
}

interface EventShown {
  id: string;
  availabilityCode: string;
  tickets: { unitPrice: { value: number } }[];
}

const [url, perSecond, ...ports] = process.argv.slice(2);
const watched: Watched = { changes: 0, delays: ports.map(() => []) };
/** The commit that is waited for at each service. */
const awaited: (number | null)[] = ports.map(() => null);

const writer = fork(fileURLToPath(new URL("./steady-writer.ts", import.meta.url)), [url!, perSecond!]);
writer.on("exit", (code) => process.exit(code ?? 1));
process.on("exit", () => writer.kill());
process.on("SIGTERM", () => process.exit(0));
process.on("message", () => process.send!(withAwaited()));
writer.on("message", (message: Change | "planted") => {
  if (message === "planted") return process.send!("planted");
  watched.changes++;
  for (const service of ports.keys()) if (awaited[service] === null) watch(service, message);
});

async function watch(service: number, change: Change): Promise<void> {
  awaited[service] = change.at;
  while (!(await isShown(Number(ports[service]), change))) await pause(5);
  watched.delays[service]!.push(now() - change.at);
  awaited[service] = null;
}

// One that is never seen would not show among those that were.
const withAwaited = (): Watched => ({
  ...watched,
  delays: watched.delays.map((ms, service) => [
    ...ms,
    ...(awaited[service] === null ? [] : [now() - awaited[service]!]),
  ]),
});

const now = (): number => performance.timeOrigin + performance.now();

async function isShown(port: number, { productId, eventId, availability, price }: Change): Promise<boolean> {
  const { values } = await askJson<{ values: EventShown[] }>(port, `/api/events?id=${productId}`);
  const event = values.find(({ id }) => id === eventId);
  return event?.availabilityCode === availability && event.tickets[0]!.unitPrice.value === price;
}
