import { operations } from "@paseo/contract";
import { readDigest } from "../../domain/catalogue/digest.ts";
import { readFirstDay } from "../date-range.ts";
import { readOperation, retentionMinutes } from "./read.ts";

export const catalogdigestOperation = readOperation<{ version?: number; fromdate?: string }>({
  operation: operations.catalogdigest,
  check: readFirstDay,
  epoch: ({ updateVersion, deleteVersion, eventsFrom }) => `${updateVersion}.${deleteVersion}.${eventsFrom}`,
  changesEvery: retentionMinutes,
  make: ({ db, offeredLanguages }, input, now) => readDigest(db, input, now, offeredLanguages),
});
