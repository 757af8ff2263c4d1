import type { Language } from "@paseo/contract";
import type { TicketTypeOf } from "../../records/tickets/ticket-types.ts";
import type { ItemSummary } from "../../store/catalogue/channel-events.ts";
import type { ChannelLoad, InboundCall } from "../shared/calls.ts";
import type { RequestedCapabilities } from "./capabilities.ts";

/** How an operation of OCTO is declared. */

export interface OctoCall extends InboundCall {
  /** The id in the path. */
  id: string;
  query: Map<string, string | null>;
  /** The body's bytes; undefined if there is no body. */
  body: Buffer | undefined;
  asked: RequestedCapabilities;
}

export interface OctoOperation {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below `/octo`. */
  path: string;
  load: ChannelLoad;
  /** Returns the answer: a value for JSON, or its bytes. */
  run: (call: OctoCall) => Promise<object>;
}

/** The data on which answers about products depend. */
export interface ProductView {
  lang: Language;
  asked: RequestedCapabilities;
  typeOf: TicketTypeOf;
  /** Summaries of items by item id. */
  summaries: ReadonlyMap<string, ItemSummary>;
  publicUrl: string;
}
