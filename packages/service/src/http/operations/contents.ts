import { type Content, type Language, operations, type Paged } from "@paseo/contract";
import { listContents } from "../../domain/catalogue/contents.ts";
import { notFound } from "../../web/problems.ts";
import { type ListInput, ofVersion, readOperation, retentionMinutes } from "./read.ts";

export const contentsOperation = readOperation<ListInput & { lang: Language; id?: string }, Paged<Content>>({
  operation: operations.contents,
  // When a product leaves the catalogue, only the delete version changes.
  epoch: ({ contentSeq, deleteVersion, skipped }) => `${skipped}.${contentSeq}.${deleteVersion}`,
  changesEvery: retentionMinutes,
  offered: ofVersion,
  make: async ({ db, offer }, { lang, ...input }, now) => {
    const list = await listContents(db, lang, { ...input, offer }, now);
    if (!list) throw notFound(`There is no product ${input.id}.`);
    return list;
  },
});
