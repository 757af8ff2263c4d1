import { useApi } from "../../api/useApi.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import { everyProduct } from "../../products/model/every-product.ts";
import { type FieldProblem, FieldProblems, refuse } from "../../ui/form/FieldSummary.tsx";
import { type Preview, SavedInPart, usePreview } from "../../ui/preview/usePreview.ts";
import type { EventLine } from "../event.ts";
import { type BulkResult, make, previewOf, type Shown, type Step } from "./bulk.ts";
import { type ChangeValues, chosenStep, eventsChangeOf, faultsOf, type Place, placeOf, stepOf } from "./form.ts";

interface Wanted {
  values: ChangeValues;
  /** The steps for events chosen one by one; undefined for all events that the form selects. */
  steps?: Step[];
}
export type ChangeFlow = Preview<Wanted, Shown, { result: BulkResult }>;

/** One change to many events, in as many steps as needed. `events`: events chosen one by one. */
export function useChange(events: readonly EventLine[] | null): ChangeFlow {
  const t = useText();
  const api = useApi();
  const named = (error: unknown) =>
    refuse(error, t, (pointer, detail) => {
      const place = placeOf(pointer);
      return place && problemAt(place, detail, t);
    });
  return usePreview<Wanted, Shown, { result: BulkResult }>({
    async preview({ values, steps }) {
      const faults = faultsOf(values, events !== null);
      if (faults.length > 0)
        throw new FieldProblems(faults.map(({ place, fault }) => problemAt(place, t(`events.fault.${fault}`), t)));
      const wanted = steps ?? (await stepsOf(api, values, events));
      if (wanted.every(({ productIds }) => productIds.length === 0))
        throw new FieldProblems([problemAt("cityCode", t("events.fault.noProducts"), t)]);
      return previewOf(api, wanted, eventsChangeOf(values)).catch(named);
    },
    async save({ values }, shown) {
      const { result, left, error } = await make(api, shown);
      if (error) throw new SavedInPart({ values, steps: left }, result && { result }, error);
      return { result: result! };
    },
    again: true,
  });
}

async function stepsOf(
  api: ReturnType<typeof useApi>,
  values: ChangeValues,
  events: readonly EventLine[] | null,
): Promise<Step[]> {
  if (events) return inParts(events, mostEvents).map(chosenStep);
  const step = (products: readonly { id: string }[]) =>
    stepOf(
      values,
      products.map(({ id }) => id),
    );
  if (values.scope === "products") return [step(values.products)];
  const products = await everyProduct(api, values.scope === "city" ? values.cityCode.trim() : undefined);
  return inParts(products, mostProducts).map(step);
}

/** Maximum number of products that the service accepts in one request. */
const mostProducts = 1000;
const mostEvents = 500;

const inParts = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most));

/** Returns the id of the input for a place in the form. */
export const placeId = (place: Place): string => `change-${place.replace("/", "-")}`;

function problemAt(place: Place, detail: string, t: Translate): FieldProblem {
  const label = place.startsWith("prices/")
    ? t("events.priceN", { n: Number(place.slice(7)) + 1 })
    : t(`events.place.${place as Exclude<Place, `prices/${number}`>}`);
  return { id: placeId(place), label, detail };
}
