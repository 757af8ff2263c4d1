import { operations } from "@paseo/contract";
import { readDigest } from "../../domain/catalogue/digest.ts";
import { readFirstDay } from "../date-range.ts";
import { readOperation, retentionMinutes } from "./read.ts";

export const catalogdigestOperation = readOperation<{ version?: number; fromdate?: string }>({
  operation: operations.catalogdigest,
  check: readFirstDay,
  epoch: ({ updateVersion, deleteVersion, eventsFrom }) => `${updateVersion}.${deleteVersion}.${eventsFrom}`,
  changesEvery: retentionMinutes,
  // The pages that left the set count.
  offered: () => "changes",
  make: ({ db, offeredLanguages, offer }, input, now) => readDigest(db, { ...input, offer }, now, offeredLanguages),
});
