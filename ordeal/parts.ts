import type { RunPart } from "./part.ts";

export interface OrdealPart {
  name: string;
  /** What it tries, for the list of `npm run ordeal -- --help`. */
  about: string;
  /** The share of the time that this part gets, relative to the other parts. */
  share: number;
  load: () => Promise<RunPart>;
}

/** Every part, in the order in which they run. */
export const ordealParts: OrdealPart[] = [
  {
    name: "histories",
    about:
      "partner sites sell at processes that are killed; a checker judges their histories, and must catch three controls",
    share: 4,
    load: async () => (await import("./history/index.ts")).run,
  },
  {
    name: "faults",
    about:
      "a proxy between all parts cuts, splits, delays and silences them at every byte, loses answers, and kills at every statement of a hold",
    share: 9,
    load: async () => (await import("./faults/index.ts")).run,
  },
  {
    name: "simulation",
    about:
      "the service in one process with simulated time, chance and network: thousands of plans, shrunk when they fail",
    share: 3,
    load: async () => (await import("./simulation/index.ts")).run,
  },
  {
    name: "failover",
    about:
      "the failover recipe on loopback: primary switched over, killed, stopped, frozen and lost under booking load",
    share: 8,
    load: async () => (await import("./failover/index.ts")).run,
  },
  {
    name: "fuzz",
    about: "grammatical and broken requests to every operation, page and upload",
    share: 6,
    load: async () => (await import("./fuzz/index.ts")).run,
  },
];
