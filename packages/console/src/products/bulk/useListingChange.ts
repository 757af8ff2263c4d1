import type { ApiAnswer } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FieldProblems } from "../../ui/form/FieldSummary.tsx";
import { type Preview, usePreview } from "../../ui/preview/usePreview.ts";
import { readRevisions } from "../model/every-product.ts";
import {
  groupsWithoutValue,
  type ListingValues,
  listingChangeOf,
  listingGroupInputId,
  productsInputId,
} from "./listing-change.ts";

type Changed = ApiAnswer<"products.changeListings">;
interface Shown extends Changed {
  /** The products at the revisions that were previewed. */
  products: { id: string; revision: number }[];
}
export type ListingFlow = Preview<ListingValues, Shown, Changed>;

/** Previews and makes one change to the listings of many products. */
export function useListingChange(): ListingFlow {
  const t = useText();
  const api = useApi();
  return usePreview<ListingValues, Shown, Changed>({
    async preview(values) {
      const change = listingChangeOf(values);
      const problems = groupsWithoutValue(values).map((group) => ({
        id: listingGroupInputId(group),
        label: t(`products.bulk.group.${group}`),
        detail: t("products.bulk.noValue"),
      }));
      if (values.products.length === 0)
        problems.push({
          id: productsInputId,
          label: t("products.bulk.products"),
          detail: t("products.bulk.noProducts"),
        });
      if (!change)
        problems.push({
          id: listingGroupInputId("categories"),
          label: t("products.bulk.what"),
          detail: t("products.bulk.noChange"),
        });
      if (problems.length > 0 || !change) throw new FieldProblems(problems);
      const ids = values.products.map(({ id }) => id);
      const revisions = await readRevisions(api, ids);
      const products = ids.map((id) => ({ id, revision: revisions[id]! }));
      const answer = await api("products.changeListings", { query: { dryRun: true }, body: { products, change } });
      return { ...answer, products };
    },
    save: (values, { products }) =>
      api("products.changeListings", { body: { products, change: listingChangeOf(values)! } }),
    again: true,
  });
}
