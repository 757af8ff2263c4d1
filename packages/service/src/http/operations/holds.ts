import { type Hold, type HoldRequest, operations } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import {
  countOpenHoldsOf,
  extendHold,
  type HoldCall,
  holdSeats,
  readHold,
  releaseHold,
} from "../../domain/booking/holds.ts";
import { ownSiteAddress } from "../../network.ts";
import type { Service } from "../../service.ts";
import { showHoldLimits } from "../../web/hold-limits.ts";
import { refuseUnanswered, type SaleCall, saleOperation } from "./sale.ts";

/** Operations that hold seats, and read, extend and release holds. */

const unknown = { what: "hold", limit: "unknown-holds" };

export const eventholdOperation = saleOperation<HoldRequest>({
  operation: operations.eventhold,
  access: "seller",
  async run(service, call) {
    const placement = await holdSeats(service.orderContext, call.body, holdCall(service, call));
    refuseUnanswered(placement);
    return withLimits(service, call, placement.hold, placement.used);
  },
});

export const holdOperation = saleOperation<null>({
  operation: operations.hold,
  access: "partner",
  unknown,
  run: async (service, call) => withLimits(service, call, await readHold(service.db, call.id, holdCall(service, call))),
});

export const holdextendOperation = saleOperation<{ id: string; apiKey: string }>({
  operation: operations.holdextend,
  access: "seller",
  unknown,
  run: async (service, call) =>
    withLimits(service, call, await extendHold(service.db, call.body, holdCall(service, call))),
});

export const holdreleaseOperation = saleOperation<{ id: string; apiKey: string }>({
  operation: operations.holdrelease,
  access: "seller",
  unknown,
  run: async (service, call) =>
    withLimits(service, call, await releaseHold(service.db, call.body, holdCall(service, call))),
});

/** The visitors of an own site are many, and the site limits what each of them can hold: site/checkout/purchase.ts. */
const ownSiteShare = 20;

function holdCall({ config }: Service, { request, body, ...call }: SaleCall<unknown>): HoldCall {
  const share = request.raw.socket.remoteAddress === ownSiteAddress ? ownSiteShare : 1;
  const rules = {
    minutes: config.holdMinutes,
    extensions: config.holdExtensions,
    maxOpen: config.holdsPerPartner * share,
    maxSeats: config.heldSeatsPerPartner * share,
  };
  return { ...call, sandbox: config.sandbox, rules };
}

/** Writes the remaining limits of the partner to the headers of the answer, also for a refusal. */
async function withLimits<H extends Hold | null>(
  service: Service,
  { request, caller }: Pick<SaleCall<unknown>, "caller"> & { request: FastifyRequest },
  hold: H,
  used?: { open: number; seats: number },
): Promise<H> {
  if (hold === null) return hold;
  const { db, config, clock } = service;
  showHoldLimits(request, config, used ?? (await countOpenHoldsOf(db, caller, hold.testMode, clock())));
  return hold;
}
