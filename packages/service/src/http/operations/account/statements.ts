import { operations } from "@paseo/contract";
import { listStatements } from "../../../domain/terms/partner-answers.ts";
import { badRequest } from "../../../web/problems.ts";
import { saleOperation } from "../sale.ts";

export const statementsOperation = saleOperation<null>({
  operation: operations.statements,
  access: "partner",
  async run({ db }, { caller, query }) {
    const page = await listStatements(db, caller.partnerId, query.cursor);
    if (page) return page;
    const detail = "cursor is none that this service gave";
    throw badRequest("invalid-parameter", `${detail}.`, [{ pointer: "cursor", detail }]);
  },
});
