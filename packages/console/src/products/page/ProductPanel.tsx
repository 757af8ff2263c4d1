import { Stack } from "@mui/material";
import { useAnswer } from "../../api/useAnswer.ts";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { productStateOf } from "../product.ts";
import { ProductStateChip } from "../StateChip.tsx";
import { ProductActions } from "./actions.tsx";
import { ItemFacts, ProductFacts } from "./facts.tsx";

/** A product beside the list: its state, its actions, its figures and its items. */
export function ProductPanel({ id }: { id: string }) {
  const query = useAnswer("products.show", { id });
  return (
    <QueryResult query={query}>
      {(product) => (
        <>
          <div>
            <ProductStateChip state={productStateOf(product.source)} />
          </div>
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            <ProductActions product={product} />
          </Stack>
          <ProductFacts product={product} />
          <ItemFacts product={product} />
        </>
      )}
    </QueryResult>
  );
}
