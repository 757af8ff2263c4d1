import { operations } from "@paseo/contract";
import { readTerms } from "../../../domain/terms/partner-answers.ts";
import { notFound } from "../../../web/problems.ts";
import { saleOperation } from "../sale.ts";

export const termsOperation = saleOperation<null>({
  operation: operations.terms,
  access: "partner",
  async run({ db }, { caller, now }) {
    const terms = await readTerms(db, caller.partnerId, now);
    if (!terms) throw notFound("The partner has no terms: it pays the public prices.");
    return terms;
  },
});
