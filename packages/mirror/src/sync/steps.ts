import { type Language, languages } from "@paseo/contract";
import type { State, StepName, Versions, Walk } from "../targets/target.ts";

/** A walk's steps. Each reads one list to its end; a walk that ended half way goes on with its step and page. */

/** All of a walk's steps in order. Products come before the events of their items, and before the deletions of products. */
export function stepsOf({ kind, from, to }: Walk, selected: readonly Language[]): StepName[] {
  const pages = languages.map((lang) => `pages-${lang}` as const);
  // What an earlier selection of languages left behind goes with a full walk.
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

/** What is still to do of a walk. */
export function stepsLeft(walk: Walk, selected: readonly Language[]): StepName[] {
  const steps = stepsOf(walk, selected);
  return steps.slice(steps.indexOf(walk.step));
}

/** The language of a step through content pages. */
export const languageOf = (step: `pages-${Language}`): Language => step.slice("pages-".length) as Language;

/** Where a walk through everything begins, with the versions that were read before it. */
export const fullWalk = (to: Versions): Walk => ({
  kind: "full",
  from: { updateVersion: 0, deleteVersion: 0 },
  to,
  step: "currencies",
  page: 1,
});

/** Where a walk through what changed begins; undefined when `newest`, in which 0 means nothing new, has nothing. */
export function increment(state: State, newest: Versions): Walk | undefined {
  const from = { updateVersion: state.updateVersion!, deleteVersion: state.deleteVersion! };
  const to = {
    updateVersion: newest.updateVersion || from.updateVersion,
    deleteVersion: newest.deleteVersion || from.deleteVersion,
  };
  const walk: Walk = { kind: "increment", from, to, step: "currencies", page: 1 };
  const [step] = stepsOf(walk, state.languages);
  return step && { ...walk, step };
}
