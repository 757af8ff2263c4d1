import { useRefusalText } from "../../api/refusal-text.ts";
import { useApi } from "../../api/useApi.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import { readAllProducts } from "../../products/model/every-product.ts";
import { type FieldProblem, FieldProblems, throwFieldProblems } from "../../ui/form/FieldSummary.tsx";
import { PartlySavedError, type Preview, usePreview } from "../../ui/usePreview.ts";
import type { EventLine } from "../event.ts";
import { type BulkResult, type ChangePreview, type ChangeStep, previewEventsChange, saveEventsChange } from "./bulk.ts";
import {
  type ChangeValues,
  type ErrorPlace,
  eventsChangeOf,
  findChangeFaults,
  formPlaceOfPointer,
  type PricePlace,
  stepForChosenEvents,
  stepForMatchingEvents,
} from "./form.ts";

interface Wanted {
  values: ChangeValues;
  /** The steps for events chosen one by one; undefined for all events that the form selects. */
  steps?: ChangeStep[];
}
export type EventsChangeFlow = Preview<Wanted, ChangePreview, { result: BulkResult }>;

/** One change to many events, in as many steps as needed. `events`: events chosen one by one. */
export function useEventsChange(events: readonly EventLine[] | null): EventsChangeFlow {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const named = (error: unknown) =>
    throwFieldProblems(error, refusalText, (pointer, detail) => {
      const place = formPlaceOfPointer(pointer);
      return place && problemAt(place, detail, t);
    });
  return usePreview<Wanted, ChangePreview, { result: BulkResult }>({
    async preview({ values, steps }) {
      const faults = findChangeFaults(values, events !== null);
      if (faults.length > 0)
        throw new FieldProblems(faults.map(({ place, fault }) => problemAt(place, t(`events.fault.${fault}`), t)));
      const wanted = steps ?? (await stepsOf(api, values, events));
      if (wanted.every(({ productIds }) => productIds.length === 0))
        throw new FieldProblems([problemAt("cityCode", t("events.fault.noProducts"), t)]);
      return previewEventsChange(api, wanted, eventsChangeOf(values)).catch(named);
    },
    async save({ values }, shown) {
      const { result, left, error } = await saveEventsChange(api, shown);
      if (error) throw new PartlySavedError({ values, steps: left }, result && { result }, error);
      return { result: result! };
    },
    again: true,
  });
}

async function stepsOf(
  api: ReturnType<typeof useApi>,
  values: ChangeValues,
  events: readonly EventLine[] | null,
): Promise<ChangeStep[]> {
  if (events) return inParts(events, maxEvents).map(stepForChosenEvents);
  const step = (products: readonly { id: string }[]) =>
    stepForMatchingEvents(
      values,
      products.map(({ id }) => id),
    );
  if (values.scope === "products") return [step(values.products)];
  const products = await readAllProducts(api, values.scope === "city" ? values.cityCode.trim() : undefined);
  return inParts(products, maxProducts).map(step);
}

/** Maximum number of products that the service accepts in one request. */
const maxProducts = 1000;
const maxEvents = 500;

const inParts = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most));

/** Returns the id of the input for a place in the form. */
export const changeInputId = (place: ErrorPlace): string => `change-${place.replace("/", "-")}`;

function problemAt(place: ErrorPlace, detail: string, t: Translate): FieldProblem {
  const [kind, index] = place.split("/");
  const row = t("events.priceN", { n: Number(index) + 1 });
  const labels: Record<string, string> = {
    tickets: `${row}: ${t("orders.field.ticket")}`,
    steps: `${row}: ${t("events.price.roundTo")}`,
    prices: row,
  };
  const label = labels[kind!] ?? t(`events.place.${place as Exclude<ErrorPlace, PricePlace>}`);
  return { id: changeInputId(place), label, detail };
}
