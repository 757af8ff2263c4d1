import { operations } from "@paseo/contract";
import { listDeletedProducts } from "../../domain/catalogue/lists.ts";
import { type ListInput, readOperation, retentionMinutes } from "./read.ts";

export const productsdeletedOperation = readOperation<ListInput>({
  operation: operations.productsdeleted,
  epoch: ({ deleteVersion, productSeq }) => `${deleteVersion}.${productSeq}`,
  changesEvery: retentionMinutes,
  offered: () => "changes",
  make: ({ db, offer }, input, now) => listDeletedProducts(db, { ...input, offer }, now),
});
