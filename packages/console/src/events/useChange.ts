import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, isConflict } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { type Translate, useText } from "../i18n/index.ts";
import type { FieldProblem } from "../ui/FieldSummary.tsx";
import { everyProduct, make, type Preview, previewOf, type Step, type Told } from "./bulk.ts";
import type { EventLine } from "./event.ts";
import { changeOf, chosenStep, faultsOf, type Given, type Place, placeOf, stepOf } from "./form.ts";

/** Where a change stands: nothing asked, asking, told what it would do, being made, made. */
export interface ChangeState {
  phase: "none" | "asking" | "told" | "making" | "done";
  /** What it would do. */
  told: Told | null;
  /** What it did, of several steps before something stood against it as well. */
  done: Told | null;
  /** Whether the form says something else than what was told. */
  stale: boolean;
  /** Whether somebody else changed a product after this was told: it is told anew. */
  overtaken: boolean;
  error: unknown;
  problems: FieldProblem[];
  preview(): Promise<void>;
  make(): Promise<void>;
}

type Kept = Pick<ChangeState, "phase" | "told" | "done" | "overtaken" | "error" | "problems">;
const nothing: Kept = { phase: "none", told: null, done: null, overtaken: false, error: null, problems: [] };

export function useChange(given: Given, events: readonly EventLine[] | null): ChangeState {
  const t = useText();
  const api = useApi();
  const client = useQueryClient();
  const [kept, setKept] = useState(nothing);
  const [asked, setAsked] = useState<{ given: Given; preview: Preview } | null>(null);

  const failed = (error: unknown, more: Partial<Kept> = {}) => {
    const fields = error instanceof ApiError && error.code === "invalid-field" ? error.fields : [];
    const problems = fields.flatMap(({ pointer, detail }) => {
      const place = placeOf(pointer);
      return place ? [problemAt(place, detail, t)] : [];
    });
    setKept({ ...nothing, ...more, error: problems.length > 0 ? null : error, problems });
  };

  const tell = async (steps: Step[], more: Partial<Kept> = {}) => {
    try {
      const preview = await previewOf(api, steps, changeOf(given));
      setAsked({ given, preview });
      setKept({ ...nothing, ...more, phase: "told", told: preview.told });
    } catch (error) {
      failed(error, more);
    }
  };

  const preview = async () => {
    const faults = faultsOf(given, events !== null);
    const problems = faults.map(({ place, fault }) => problemAt(place, t(`events.fault.${fault}`), t));
    if (problems.length > 0) return setKept({ ...nothing, problems });
    setKept({ ...nothing, phase: "asking" });
    try {
      const steps = await stepsOf(api, given, events);
      if (steps.every(({ productIds }) => productIds.length === 0))
        return setKept({ ...nothing, problems: [problemAt("cityCode", t("events.fault.noProducts"), t)] });
      await tell(steps);
    } catch (error) {
      failed(error);
    }
  };

  const run = async () => {
    if (!asked) return;
    setKept({ ...kept, phase: "making" });
    const { told: done, left, error } = await make(api, asked.preview);
    await client.invalidateQueries({
      predicate: ({ queryKey }) => ["calendar", "events"].includes(String(queryKey[0])),
    });
    if (!error) return setKept({ ...nothing, phase: "done", done });
    if (isConflict(error)) return tell(left, { done, overtaken: true });
    failed(error, { done });
  };

  return { ...kept, stale: asked !== null && asked.given !== given, preview, make: run };
}

async function stepsOf(
  api: ReturnType<typeof useApi>,
  given: Given,
  events: readonly EventLine[] | null,
): Promise<Step[]> {
  if (events) return inParts(events, mostEvents).map(chosenStep);
  if (given.scope === "products")
    return [
      stepOf(
        given,
        given.products.map(({ id }) => id),
      ),
    ];
  const products = await everyProduct(api, given.scope === "city" ? given.cityCode.trim() : undefined);
  return inParts(products, mostProducts).map((part) =>
    stepOf(
      given,
      part.map(({ id }) => id),
    ),
  );
}

/** What the service takes at once. */
const mostProducts = 1000;
const mostEvents = 500;

const inParts = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most));

/** The input of a place in the form. */
export const idOf = (place: Place): string => `change-${place.replace("/", "-")}`;

function problemAt(place: Place, detail: string, t: Translate): FieldProblem {
  const label = place.startsWith("prices/")
    ? t("events.priceN", { n: Number(place.slice(7)) + 1 })
    : t(`events.place.${place as Exclude<Place, `prices/${number}`>}`);
  return { id: idOf(place), label, detail };
}
