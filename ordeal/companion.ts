import { setTimeout as pause } from "node:timers/promises";
import { openServer } from "../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../packages/service/test/concurrency/booking.ts";
import { startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { isAlive, startService } from "../packages/service/test/support/servers/processes.ts";
import { growth, hasGrown } from "./growth.ts";
import { check } from "./history/checker.ts";
import { finalState } from "./history/final-state.ts";
import { startLoad } from "./history/load.ts";
import { Recorder } from "./history/recorder.ts";
import type { PartReport } from "./part.ts";

/**
 * A service that sells through a whole soak. Every part starts services of its own, which end with it; this one shows leaks that
 * take hours.
 */

export interface Companion {
  /** Ends it, and judges its memory, its open files and the history of its orders. */
  stop(): Promise<PartReport>;
}

const name = "companion";
/** Long enough that the load does not disturb the parts. */
const pauseMs = 2_000;
/** How much small values may vary. */
const margins = { "memory, MB": 50, "open files and connections": 20 };
type Measure = keyof typeof margins;

export async function startCompanion(seed: number, { sampleEveryMs = 60_000 } = {}): Promise<Companion> {
  const server = await startPostgres();
  const database = openServer(server.url, { poolSize: 2 });
  const service = await startService({ DATABASE_URL: server.url });
  const { key: apiKey, events } = await plantComingShow(database.db, 6, 1_000_000);
  const recorder = new Recorder();
  const load = startLoad({ recorder, seed, apiKey, urls: [service.url], events, clients: 4, pauseMs });
  const values: Record<Measure, number[]> = { "memory, MB": [], "open files and connections": [] };
  const stopping = new AbortController();
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      await pause(sampleEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
      const text = await fetch(`${service.url}/metrics`)
        .then((answer) => answer.text())
        .catch(() => undefined);
      if (text === undefined) continue;
      values["memory, MB"].push(Math.round(metric(text, "process_resident_memory_bytes") / 1e6));
      values["open files and connections"].push(metric(text, "process_open_fds"));
    }
  })();
  return {
    stop: async () => {
      try {
        stopping.abort();
        await sampling;
        await load.stop();
        const violations = check(recorder.history, await finalState(database.db, events));
        const findings = violations.map(({ rule, detail }) => ({ title: `the rule ${rule} is broken`, detail }));
        if (!isAlive(service.pid))
          findings.push({ title: "the service ended", detail: service.output.stderr.slice(-4000) });
        const figures: PartReport["figures"] = {
          orders: recorder.entries.filter(({ op, outcome }) => op === "book" && outcome === "ok").length,
        };
        for (const [measure, margin] of Object.entries(margins) as [Measure, number][]) {
          const { first, last } = growth(values[measure]);
          figures[`${measure}: in the first quarter and at the end`] = `${first}, ${last}`;
          if (hasGrown(values[measure], margin))
            findings.push({ title: `${measure} grow`, detail: JSON.stringify(values[measure]) });
        }
        return { name, seed, figures, findings, passed: findings.length === 0 };
      } finally {
        await service.kill();
        await database.close();
        await server.stop();
      }
    },
  };
}

/** A value of Prometheus' text format; not a number where the system does not measure it. */
const metric = (text: string, of: string): number =>
  Number(new RegExp(`^${of}(?:\\{.*\\})? (\\S+)$`, "m").exec(text)?.[1]);
