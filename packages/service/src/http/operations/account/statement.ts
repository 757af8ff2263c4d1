import { operations } from "@paseo/contract";
import { readStatement } from "../../../domain/terms/partner-answers.ts";
import { saleOperation } from "../sale.ts";

export const statementOperation = saleOperation<null>({
  operation: operations.statement,
  access: "partner",
  unknown: { what: "statement", limit: "statements that do not exist" },
  run: ({ db }, { caller, id }) => readStatement(db, caller.partnerId, id.toLowerCase()),
});
