import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Refused } from "../http.ts";
import { useAsk } from "../ui/useAsk.ts";
import type { Product } from "./product.ts";
import type { Changed } from "./useForm.ts";

export type ActName = "publish" | "unpublish" | "delete" | "restore" | "duplicate";

/** Does something to a product as it was read, or tells what that would change. */
export function useAct(act: ActName, { id, revision }: Pick<Product, "id" | "revision">) {
  const ask = useAsk();
  const queries = useQueryClient();
  const run = (dryRun: boolean, given: object) => {
    const query = dryRun ? { dryRun, listed: 500 } : { listed: 0 };
    if (act === "delete") return ask<Changed>("DELETE", `/products/${id}`, { query: { ...query, revision } });
    const body = act === "duplicate" ? given : { ...given, revision };
    return ask<Changed>("POST", `/products/${id}/${act}`, { query, body });
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
  const overtaken = error instanceof Refused && error.code === "changed-meanwhile";
  return { preview, save, error, overtaken, refresh };
}
