import { runInChildren } from "../../children.ts";
import type { PartOptions, PartReport } from "../../part.ts";
import type { OrdealPart } from "../../parts.ts";

/** Sample parts for the test of the runner: each part ends in another way. */

const passing = async ({ seed, minutes }: PartOptions): Promise<PartReport> => ({
  name: "passing",
  seed,
  figures: { minutes: minutes.toFixed(2) },
  findings: [],
  passed: true,
});
const finding = async ({ seed }: PartOptions): Promise<PartReport> => ({
  name: "finding",
  seed,
  figures: {},
  findings: [{ title: "a promise is broken", detail: "here is how" }],
  passed: false,
});

const stoppable = async ({ seed }: PartOptions): Promise<PartReport> => {
  const results = await runInChildren<string>(new URL("sample-child.ts", import.meta.url), [{}]);
  return { name: "stoppable", seed, figures: { results: results.join() }, findings: [], passed: true };
};

const part = (name: string, share: number, run: (options: PartOptions) => Promise<PartReport>): OrdealPart => ({
  name,
  about: name,
  share,
  load: async () => run,
});
export const ordealParts: OrdealPart[] = [
  part("finding", 1, finding),
  part("throwing", 1, async () => {
    throw new Error("the part itself is broken");
  }),
  part("dying", 1, async () => process.exit(0)),
  part("stoppable", 1, stoppable),
  part("passing", 3, passing),
];
