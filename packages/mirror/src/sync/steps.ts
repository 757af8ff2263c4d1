import { type Language, languages } from "@paseo/contract/codes";
import type { CatalogueVersions, CopyState, LanguageStep, SyncRun, SyncStep } from "../targets/target.ts";

/** The steps of a run. Each step reads one list to the end. An interrupted run continues with its step and page. */

/** The steps of a run in order: products before the events of their items, and before deletions. */
export function runSteps({ kind, from, to }: SyncRun, selected: readonly Language[]): SyncStep[] {
  const inLanguages = (all: readonly Language[]) => [
    ...all.map((lang) => `pages-${lang}` as const),
    ...all.map((lang) => `contents-${lang}` as const),
  ];
  // A full run removes the records of languages that are no longer selected.
  if (kind === "full") return ["currencies", "products", ...inLanguages(languages), "events"];
  const updated = to.updateVersion !== from.updateVersion;
  const deleted = to.deleteVersion !== from.deleteVersion;
  const ofSelected = inLanguages(languages.filter((lang) => selected.includes(lang)));
  return [
    ...(updated ? (["currencies", "products"] as const) : []),
    ...(deleted ? (["productsdeleted"] as const) : []),
    ...(updated ? ([...ofSelected, "events"] as const) : []),
  ];
}

/** Returns the steps that a synchronization run has not finished, its current step first. */
export function remainingSteps(run: SyncRun, selected: readonly Language[]): SyncStep[] {
  const steps = runSteps(run, selected);
  return steps.slice(steps.indexOf(run.step));
}

/** Returns the collection of a step that reads the list of one language. */
export function collectionOf(step: LanguageStep): { kind: "page" | "content"; lang: Language } {
  const [list, lang] = step.split("-") as ["pages" | "contents", Language];
  return { kind: list === "pages" ? "page" : "content", lang };
}

/** Starts a full run, with the versions read before it. */
export const startFullRun = (to: CatalogueVersions): SyncRun => ({
  kind: "full",
  from: { updateVersion: 0, deleteVersion: 0 },
  to,
  step: "currencies",
  page: 1,
});

/** Starts an increment. Returns undefined when `newest` has nothing new (0 in both fields). */
export function startIncrement(state: CopyState, newest: CatalogueVersions): SyncRun | undefined {
  const from = { updateVersion: state.updateVersion!, deleteVersion: state.deleteVersion! };
  const to = {
    updateVersion: newest.updateVersion || from.updateVersion,
    deleteVersion: newest.deleteVersion || from.deleteVersion,
  };
  const run: SyncRun = { kind: "increment", from, to, step: "currencies", page: 1 };
  const [step] = runSteps(run, state.languages);
  return step && { ...run, step };
}

/** How many versions a Paseo service skips, at the minimum, when its database was restarted, replaced or restored. */
const leastLeap = 1_000_000;

/** Whether the versions leapt since the copy was made. */
export const haveVersionsLeapt = (run: SyncRun | undefined): boolean =>
  run?.kind === "increment" && run.to.updateVersion - run.from.updateVersion >= leastLeap;
