import { operations } from "@paseo/contract";
import { productVersion } from "../../domain/catalogue/lists.ts";
import { readOperation } from "./read.ts";

export const productversionOperation = readOperation<{ updateversion: number; deleteversion: number }>({
  operation: operations.productversion,
  epoch: ({ updateVersion, deleteVersion }) => `${updateVersion}.${deleteVersion}`,
  make: ({ db }, input) => productVersion(db, input),
  onPrimary: true,
  record: ({ usage, clock }, { updateversion, deleteversion }, caller) =>
    usage.synced(caller, { updateVersion: updateversion, deleteVersion: deleteversion }, clock()),
});
