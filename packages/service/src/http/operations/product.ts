import { type Language, operations } from "@paseo/contract";
import { readProduct } from "../../domain/catalogue/lists.ts";
import { notFound } from "../../web/problems.ts";
import { readOperation } from "./read.ts";

export const productOperation = readOperation<{ id: string; lang?: Language }>({
  operation: operations.product,
  epoch: ({ productSeq, deleteVersion, currencyVersion }) => `${productSeq}.${deleteVersion}.${currencyVersion}`,
  offered: () => "set",
  make: async ({ db, offer }, { id, lang }) => {
    const found = await readProduct(db, id, { lang, offer });
    if (!found) throw notFound(`There is no product ${id}.`);
    return found;
  },
});
