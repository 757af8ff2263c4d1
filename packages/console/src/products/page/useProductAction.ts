import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/useApi.ts";
import type { Changed, Product } from "../product.ts";

export type ProductAction = "publish" | "unpublish" | "delete" | "restore" | "duplicate";

/** Runs an action on a product at the revision that was read, or previews it. */
export function useProductAction(action: ProductAction, { id, revision }: Pick<Product, "id" | "revision">) {
  const api = useApi();
  const queries = useQueryClient();
  const run = (dryRun: boolean, values: object): Promise<Changed> => {
    const query = dryRun ? { dryRun, listed: 500 } : { listed: 0 };
    if (action === "delete") return api("products.delete", { id, query: { ...query, revision } });
    const body = action === "duplicate" ? values : { ...values, revision };
    return api(`products.${action}`, { id, query, body: body as never });
  };
  return { run, refresh: () => queries.invalidateQueries() };
}
