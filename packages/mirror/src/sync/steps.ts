import { type Language, languages } from "@paseo/contract/codes";
import type { State, StepName, SyncRun, Versions } from "../targets/target.ts";

/** The steps of a run. Each reads one list to the end. An interrupted run continues with its step and page. */

/** The steps of a run in order: products before the events of their items, and before deletions. */
export function stepsOf({ kind, from, to }: SyncRun, selected: readonly Language[]): StepName[] {
  const pages = languages.map((lang) => `pages-${lang}` as const);
  // A full run removes pages of languages that are no longer selected.
  if (kind === "full") return ["currencies", "products", ...pages, "events"];
  const updated = to.updateVersion !== from.updateVersion;
  const deleted = to.deleteVersion !== from.deleteVersion;
  const ofSelected = pages.filter((_, n) => selected.includes(languages[n]!));
  return [
    ...(updated ? (["currencies", "products"] as const) : []),
    ...(deleted ? (["productsdeleted"] as const) : []),
    ...(updated ? ([...ofSelected, "events"] as const) : []),
  ];
}

/** The remaining steps of a run. */
export function stepsLeft(run: SyncRun, selected: readonly Language[]): StepName[] {
  const steps = stepsOf(run, selected);
  return steps.slice(steps.indexOf(run.step));
}

/** The language of a step through content pages. */
export const languageOf = (step: `pages-${Language}`): Language => step.slice("pages-".length) as Language;

/** The start of a full run, with the versions read before it. */
export const fullRun = (to: Versions): SyncRun => ({
  kind: "full",
  from: { updateVersion: 0, deleteVersion: 0 },
  to,
  step: "currencies",
  page: 1,
});

/** The start of an increment; undefined when `newest` has nothing new (0 in both fields). */
export function increment(state: State, newest: Versions): SyncRun | undefined {
  const from = { updateVersion: state.updateVersion!, deleteVersion: state.deleteVersion! };
  const to = {
    updateVersion: newest.updateVersion || from.updateVersion,
    deleteVersion: newest.deleteVersion || from.deleteVersion,
  };
  const run: SyncRun = { kind: "increment", from, to, step: "currencies", page: 1 };
  const [step] = stepsOf(run, state.languages);
  return step && { ...run, step };
}

/** What a service of Paseo skips at least when its database was restarted, replaced or restored. */
const leastLeap = 1_000_000;

/** Whether the versions leapt since the copy was made. */
export const hasLeapt = (run: SyncRun | undefined): boolean =>
  run?.kind === "increment" && run.to.updateVersion - run.from.updateVersion >= leastLeap;
