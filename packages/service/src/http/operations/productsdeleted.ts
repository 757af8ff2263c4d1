import { operations } from "@paseo/contract";
import { listDeletedProducts } from "../../domain/catalogue/lists.ts";
import { type ListInput, readOperation, retentionMinutes } from "./read.ts";

export const productsdeletedOperation = readOperation<ListInput>({
  operation: operations.productsdeleted,
  epoch: ({ deleteVersion, productSeq }) => `${deleteVersion}.${productSeq}`,
  changesEvery: retentionMinutes,
  make: ({ db }, input, now) => listDeletedProducts(db, input, now),
});
