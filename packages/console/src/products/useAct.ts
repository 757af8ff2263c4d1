import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isConflict } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import type { Product } from "./product.ts";

export type ActName = "publish" | "unpublish" | "delete" | "restore" | "duplicate";

/** Does something to a product as it was read, or tells what that would change. */
export function useAct(act: ActName, { id, revision }: Pick<Product, "id" | "revision">) {
  const api = useApi();
  const queries = useQueryClient();
  const run = (dryRun: boolean, given: object) => {
    const query = dryRun ? { dryRun, listed: 500 } : { listed: 0 };
    if (act === "delete") return api("products.delete", { id, query: { ...query, revision } });
    const body = act === "duplicate" ? given : { ...given, revision };
    return api(`products.${act}`, { id, query, body: body as never });
  };
  /** Every page that shows something of products asks again. */
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["product", id] }),
      queries.invalidateQueries({ queryKey: ["product-choices"] }),
      queries.invalidateQueries({ queryKey: ["products"] }),
    ]);
  const preview = useMutation({ mutationFn: (given: object) => run(true, given) });
  const save = useMutation({ mutationFn: (given: object) => run(false, given), onSuccess: refresh });
  const error = save.error ?? preview.error;
  const overtaken = isConflict(error);
  return { preview, save, error, overtaken, refresh };
}
