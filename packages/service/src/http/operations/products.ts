import { type Language, operations } from "@paseo/contract";
import { listProducts } from "../../domain/catalogue/lists.ts";
import { type ListInput, ofVersion, readOperation, retentionMinutes } from "./read.ts";

export const productsOperation = readOperation<ListInput & { query?: string; lang?: Language }>({
  operation: operations.products,
  epoch: ({ productSeq, deleteVersion, currencyVersion }) => `${productSeq}.${deleteVersion}.${currencyVersion}`,
  changesEvery: retentionMinutes,
  offered: ofVersion,
  make: ({ db, offer }, input, now) => listProducts(db, { ...input, offer }, now),
});
