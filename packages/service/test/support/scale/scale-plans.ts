import { type Placement, placements } from "./scale-out.ts";

/** Which tables a statement touches, and on how many shards, by what EXPLAIN tells of it. */

/** A step of a plan, as EXPLAIN tells it. */
export interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  Alias?: string;
  Plans?: Step[];
  [key: string]: unknown;
}

interface Scan {
  table: string;
  alias: string;
  isWrite: boolean;
  /** The conditions of this step. */
  conditions: string;
}

const conditionsOf = (node: Step): string =>
  Object.entries(node)
    .filter(([key]) => /Cond$|Filter$/.test(key))
    .map(([, condition]) => condition)
    .join(" ");

const steps = (node: Step): Step[] => [node, ...(node.Plans ?? []).flatMap(steps)];

/** What a plan reads and writes; of a divided table the whole is named. */
export const scans = (plan: Step): Scan[] =>
  steps(plan)
    .filter((node) => node["Relation Name"] !== undefined)
    .map((node) => ({
      table: node["Relation Name"]!.replace(/^event_\d{4}$/, "event"),
      alias: node.Alias!,
      isWrite: node["Node Type"] === "ModifyTable",
      conditions: conditionsOf(node),
    }));

/** Whether every distributed table is asked by the value that it is distributed by, and one of them with that value itself. */
export function shardsOf(plan: Step): "one" | "any" | "several" {
  const by = (table: string) => (placements[table] as Placement & { by?: string }).by;
  const all = scans(plan).filter(({ table }) => by(table) !== undefined);
  if (all.length === 0) return "any";
  // What is written is read below, or is values.
  const read = all.filter(({ isWrite }) => !isWrite);
  if (read.length === 0) return "one";
  const joins = steps(plan)
    .filter((node) => node["Relation Name"] === undefined)
    .map(conditionsOf)
    .join(" ");
  const isNamed = ({ table, conditions }: Scan) => new RegExp(`\\b${by(table)} = ['$]`).test(conditions);
  const follows = ({ table, alias, conditions }: Scan) =>
    new RegExp(`\\b${by(table)} = `).test(conditions) || new RegExp(`\\b${alias}\\.${by(table)}\\b`).test(joins);
  return read.some(isNamed) && read.every(follows) ? "one" : "several";
}
