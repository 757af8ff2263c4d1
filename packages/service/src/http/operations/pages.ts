import { type Language, operations } from "@paseo/contract";
import { listPages } from "../../domain/catalogue/lists.ts";
import { type ListInput, readOperation, retentionMinutes } from "./read.ts";

export const pagesOperation = readOperation<ListInput & { lang: Language }>({
  operation: operations.pages,
  epoch: ({ pageSeq, skipped }) => `${skipped}.${pageSeq}`,
  changesEvery: retentionMinutes,
  // A page that left the partner's set stays in the list, unpublished.
  offered: () => "changes",
  make: ({ db, offer }, { lang, ...input }, now) => listPages(db, lang, { ...input, offer }, now),
});
