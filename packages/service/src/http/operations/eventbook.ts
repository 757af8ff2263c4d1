import { type BookRequest, operations } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import { bookRequestProblems, triggerProblems } from "../../domain/booking/book-request.ts";
import { placeOrder } from "../../domain/booking/booking.ts";
import { badRequest } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { refuseFields, refuseUnanswered, saleOperation } from "./sale.ts";

export const eventbookOperation = saleOperation<BookRequest>({
  operation: operations.eventbook,
  access: "seller",
  check: (body, request) => {
    refuseFields(bookRequestProblems(body));
    readHoldId(request);
  },
  async run({ orderContext, config, metrics }, { request, body, ...call }) {
    const { priceHoldMinutes, sandbox, supplierWaitSeconds } = config;
    refuseFields(triggerProblems(body, { caller: call.caller, sandbox }));
    const limits = { priceHoldMinutes, sandbox, supplierWaitMs: supplierWaitSeconds * 1000 };
    const placement = await placeOrder(orderContext, body, {
      ...call,
      ...limits,
      holdId: call.holdId ?? readHoldId(request),
    });
    metrics.order(placement.outcome);
    refuseUnanswered(placement);
    return placement.order;
  },
});

/** Reads the id of the hold to book, if the request names one. */
function readHoldId(request: FastifyRequest): string | undefined {
  const header = request.headers["paseo-hold"];
  if (header === undefined) return undefined;
  const id = String(header).trim().toLowerCase();
  if (isUuid(id)) return id;
  const detail = "Paseo-Hold must be the id of a hold";
  throw badRequest("invalid-header", `${detail}.`, [{ pointer: "Paseo-Hold", detail }]);
}
