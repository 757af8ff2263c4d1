import { readdirSync, readFileSync } from "node:fs";
import type { SimulationPlan } from "./plan.ts";

/** A plan that failed once, and the fault that it revealed. It passes now. Its `luck` makes the situation of the fault. */
interface FailedPlan {
  fault: string;
  plan: SimulationPlan;
}

const folder = new URL("failed-plans/", import.meta.url);

export const failedPlans: FailedPlan[] = readdirSync(folder).map((file) =>
  JSON.parse(readFileSync(new URL(file, folder), "utf8")),
);
