import type { Language } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import { isTestOrder } from "../../domain/booking/book-request.ts";
import type { ChannelCall } from "../../domain/booking/channel-bookings.ts";
import { countOpenHoldsOf } from "../../domain/booking/holds.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Service } from "../../service.ts";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import { showHoldLimits } from "../../web/hold-limits.ts";

/** The slots that an operation of a channel takes under load: the slots of orders, or of the channels' reads. */
export type ChannelLoad = "orders" | "channels";

/** A request of a channel. */
export interface InboundCall {
  service: Service;
  caller: Caller;
  lang: Language;
  now: Date;
  hasGivenUp: HasGivenUp;
  request: FastifyRequest;
}

/** Returns the data of a request that a channel's booking functions need. `minutes`: how long a hold lasts. */
export function channelCall({ service, caller, lang, now, hasGivenUp }: InboundCall, minutes: number): ChannelCall {
  const { config } = service;
  return {
    ...{ caller, lang, now, hasGivenUp, sandbox: config.sandbox },
    rules: {
      minutes,
      extensions: config.holdExtensions,
      maxOpen: config.holdsPerPartner,
      maxSeats: config.heldSeatsPerPartner,
    },
    supplierWaitMs: config.supplierWaitSeconds * 1000,
    quoteMinutes: config.changeQuoteMinutes,
    // The address of the channel's server is not the traveller's.
    remoteHost: "",
  };
}

/** Writes what is left of the channel's open holds to the headers of the answer. */
export async function showChannelLimits({ service, request, caller, now }: InboundCall): Promise<void> {
  const { db, config } = service;
  const test = isTestOrder({}, { caller, sandbox: config.sandbox });
  showHoldLimits(request, config, await countOpenHoldsOf(db, caller, test, now));
}

/** Returns the language of a channel's answers and orders unless it asks for another: English, or else the store's first language. */
export const channelLanguage = (offered: readonly Language[]): Language =>
  offered.includes("en") ? "en" : offered[0]!;

/** Milliseconds for which the service caches a switch of the operator. */
export const switchCacheMs = 2_000;

/** Reads a value at most once in a period, in milliseconds. */
export function cachedRead<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.at < ms) return last.value;
    last = { at: performance.now(), value: read() };
    last.value.catch(() => {
      last = undefined;
    });
    return last.value;
  };
}
