import { type AmendmentRequest, operations } from "@paseo/contract";
import { amendOrder } from "../../domain/booking/amendment.ts";
import { conflict, type FieldErrors } from "../../web/problems.ts";
import { refuseFields, refuseUnanswered, saleOperation } from "./sale.ts";

/** Handles a quote for an amendment, and its acceptance. */
export const orderamendOperation = saleOperation<AmendmentRequest>({
  operation: operations.orderamend,
  access: "seller",
  unknown: { what: "order", limit: "unknown-orders" },
  check: refuseMixed,
  async run({ orderContext, config }, { body, ...call }) {
    const limits = { quoteMinutes: config.changeQuoteMinutes, supplierWaitMs: config.supplierWaitSeconds * 1000 };
    const changing = await amendOrder(orderContext, body, { ...call, ...limits });
    refuseUnanswered(changing);
    if (changing.outcome === "unknown") return null;
    if (changing.outcome === "stale")
      throw conflict("revision-stale", `The order has revision ${changing.revision} now. Ask for a new quote.`);
    return changing.change;
  },
});

const wishes = ["eventId", "tickets", "email", "phoneNumber", "answers"] as const;

/** Refuses a request that accepts a quote and repeats a field of the quote. Such a request names only the quote and the revision. */
function refuseMixed(body: AmendmentRequest): void {
  if (body.quoteId == null) return;
  const problems: FieldErrors = wishes
    .filter((name) => body[name] != null)
    .map((name) => ({ pointer: `/${name}`, detail: `${name} cannot be sent with quoteId` }));
  if (body.revision == null)
    problems.unshift({ pointer: "/revision", detail: "revision is required to accept a quote" });
  refuseFields(problems);
}
