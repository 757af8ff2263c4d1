import type { Finding } from "../part.ts";
import type { Failure } from "./search.ts";

export const name = "simulation";

/** Whether the databases crash in the plans of this seed, which is true of one seed in ten. A crash costs a second. */
export const hasRecoveries = (seed: number): boolean => seed % 10 === 0;

export function findingOf({ plan, violations, seed, path, foundAfter }: Failure): Finding {
  const [first] = violations;
  return {
    title: first ? `${first.rule}: ${first.detail}` : "a plan failed, and held when it was repeated",
    detail: `${JSON.stringify(violations, null, 1)}\n\nThe plan, found after ${foundAfter} and shrunk:\n${JSON.stringify(plan, null, 1)}`,
    replay: `npm run ordeal -- --part ${name} --seed ${seed} --path ${path}`,
  };
}
