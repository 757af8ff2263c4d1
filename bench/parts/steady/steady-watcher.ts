import { fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { getJson } from "../../traffic/ask.ts";
import type { WrittenChange } from "./steady-writer.ts";

/**
 * Measures the time from a commit of the writer until each service shows the change, `URL CHANGES-A-SECOND PORT...`. It polls
 * the events of one changed product until they are as written; changes in the meantime are not measured there. Sends "planted",
 * and a `WatchedVisibility` on request.
 */
export interface WatchedVisibility {
  changes: number;
  /** Milliseconds from a commit to the first answer that shows it, by service. The last one may be incomplete. */
  delays: number[][];
}

interface EventShown {
  id: string;
  availabilityCode: string;
  tickets: { unitPrice: { value: number } }[];
}

const [url, perSecond, ...ports] = process.argv.slice(2);
const watched: WatchedVisibility = { changes: 0, delays: ports.map(() => []) };
/** For each service, the commit that the watcher waits for. */
const awaited: (number | null)[] = ports.map(() => null);

const writer = fork(fileURLToPath(new URL("./steady-writer.ts", import.meta.url)), [url!, perSecond!]);
writer.on("exit", (code) => process.exit(code ?? 1));
process.on("exit", () => writer.kill());
process.on("SIGTERM", () => process.exit(0));
process.on("message", () => process.send!(withAwaited()));
writer.on("message", (message: WrittenChange | "planted") => {
  if (message === "planted") return process.send!("planted");
  watched.changes++;
  for (const service of ports.keys()) if (awaited[service] === null) watch(service, message);
});

async function watch(service: number, change: WrittenChange): Promise<void> {
  awaited[service] = change.at;
  while (!(await isShown(Number(ports[service]), change))) await pause(5);
  watched.delays[service]!.push(now() - change.at);
  awaited[service] = null;
}

// Report a change that is never shown, which would otherwise be missing from the times.
const withAwaited = (): WatchedVisibility => ({
  ...watched,
  delays: watched.delays.map((ms, service) => [
    ...ms,
    ...(awaited[service] === null ? [] : [now() - awaited[service]!]),
  ]),
});

const now = (): number => performance.timeOrigin + performance.now();

async function isShown(port: number, { productId, eventId, availability, price }: WrittenChange): Promise<boolean> {
  const { values } = await getJson<{ values: EventShown[] }>(port, `/api/events?id=${productId}`);
  const event = values.find(({ id }) => id === eventId);
  return event?.availabilityCode === availability && event.tickets[0]!.unitPrice.value === price;
}
