import type { Finding } from "../part.ts";
import type { PlanFailure } from "./search.ts";

export const simulationName = "simulation";

/** Whether the databases crash in the plans of this seed, which is true of one seed in ten. A crash costs a second. */
export const hasDatabaseCrashes = (seed: number): boolean => seed % 10 === 0;

export function findingOfFailure({ plan, violations, seed, path, foundAfter }: PlanFailure): Finding {
  const [first] = violations;
  return {
    title: first ? `${first.rule}: ${first.detail}` : "a plan failed, and held when it was repeated",
    detail: `${JSON.stringify(violations, null, 1)}\n\nThe plan, found after ${foundAfter} and shrunk:\n${JSON.stringify(plan, null, 1)}`,
    replay: `npm run ordeal -- --part ${simulationName} --seed ${seed} --path ${path}`,
  };
}
