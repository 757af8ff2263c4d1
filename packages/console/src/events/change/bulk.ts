import type { callApi } from "../../api/client.ts";
import type { ApiAnswer, RequestBody } from "../../api/types.ts";
import { maxActedEvents } from "../../bulk/bulk.ts";
import type { CatalogueChanges } from "../../changes/changes.ts";
import { readRevisions } from "../../products/model/every-product.ts";

/** Previews one change to many events in several requests, and saves it exactly as previewed. */

type Request = RequestBody<"events.change">;
export type EventsChange = Request["change"];
export type ChangeStep = Pick<Request, "selection"> & { productIds: string[] };
export type BulkResult = Pick<ApiAnswer<"events.change">, "selected" | "rounding" | "changes"> & {
  /** The saved changes in their order, for undoing them. */
  changeIds: number[];
};

/** A preview of products at these revisions. */
export interface ChangePreview {
  result: BulkResult;
  steps: ChangeStep[];
  change: EventsChange;
  revisions: Record<string, number>;
}

/** Maximum number of changed records that an answer lists. */
const listed = 2000;

/** Previews a change. */
export async function previewEventsChange(
  api: typeof callApi,
  steps: ChangeStep[],
  change: EventsChange,
): Promise<ChangePreview> {
  const ids = [...new Set(steps.flatMap(({ productIds }) => productIds))];
  const revisions = await readRevisions(api, ids);
  const answers: ApiAnswer<"events.change">[] = [];
  for (const step of steps) answers.push(await send(api, step, change, revisions, true));
  return { result: together(answers), steps, change, revisions };
}

/** The progress of a change: its effects, and the steps that were not done after a refusal. */
export interface ChangeProgress {
  result: BulkResult | null;
  left: ChangeStep[];
  error: unknown;
}

/** Saves the previewed change step by step; stops at the first refusal. */
export async function saveEventsChange(
  api: typeof callApi,
  { steps, change, revisions }: ChangePreview,
): Promise<ChangeProgress> {
  const present = { ...revisions };
  const answers: ApiAnswer<"events.change">[] = [];
  for (const [n, step] of steps.entries()) {
    try {
      const answer = await send(api, step, change, present, false);
      for (const { id, revision } of answer.products) present[id] = revision;
      answers.push(answer);
    } catch (error) {
      return { result: answers.length > 0 ? together(answers) : null, left: steps.slice(n), error };
    }
  }
  return { result: together(answers), left: [], error: null };
}

const send = (
  api: typeof callApi,
  { productIds, selection }: ChangeStep,
  change: EventsChange,
  revisions: Record<string, number>,
  dryRun: boolean,
): Promise<ApiAnswer<"events.change">> =>
  api("events.change", {
    query: { dryRun, listed },
    body: { products: productIds.map((id) => ({ id, revision: revisions[id]! })), selection, change },
  });

/** Combines the results of several steps. */
function together(answers: readonly ApiAnswer<"events.change">[]): BulkResult {
  const [first, ...rest] = answers;
  if (!first) throw new Error("There is no step.");
  const changeIds = answers.flatMap(({ changes: { changeId } }) => changeId ?? []);
  return rest.reduce<BulkResult>(
    (all, { selected, rounding, changes }) => ({
      changeIds,
      selected: all.selected + selected,
      rounding: { ...all.rounding, ...rounding },
      changes: added(all.changes, changes),
    }),
    { ...first, changeIds },
  );
}

function added(one: CatalogueChanges, other: CatalogueChanges): CatalogueChanges {
  return {
    updateVersion: Math.max(one.updateVersion, other.updateVersion),
    changeId: other.changeId ?? one.changeId,
    counts: Object.fromEntries(
      Object.entries(one.counts).map(([kind, tally]) => [kind, sums(tally, other.counts[kind as "events"])]),
    ) as CatalogueChanges["counts"],
    records: [...one.records, ...other.records],
    more: one.more + other.more,
    sold: sums(one.sold, other.sold),
    guests: concerned(one.guests, other.guests),
    moves: [...one.moves, ...other.moves],
    moreMoves: one.moreMoves + other.moreMoves,
    partners: {
      ...sums(one.partners, other.partners),
      withKeys: Math.max(one.partners.withKeys, other.partners.withKeys),
      synced: Math.max(one.partners.synced, other.partners.synced),
    },
  };
}

type Guests = CatalogueChanges["guests"];

function concerned(one: Guests, other: Guests): Guests {
  const events = [...one.events, ...other.events];
  return {
    fields: [...new Set([...one.fields, ...other.fields])],
    orders: one.orders + other.orders,
    seats: one.seats + other.seats,
    events: events.slice(0, maxActedEvents),
    moreEvents: one.moreEvents + other.moreEvents + Math.max(0, events.length - maxActedEvents),
    named: [...one.named, ...other.named],
  };
}

const sums = <T extends Record<string, number>>(one: T, other: T): T =>
  Object.fromEntries(Object.entries(one).map(([name, n]) => [name, n + (other[name] ?? 0)])) as T;
