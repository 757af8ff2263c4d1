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
    const detail = "cursor must be one that this list returned. Omit it to read the list from the first statement";
    throw badRequest("invalid-parameter", `${detail}.`, [{ pointer: "cursor", detail }]);
  },
});
