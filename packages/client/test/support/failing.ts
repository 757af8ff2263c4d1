import type { TestContext } from "node:test";
import { type BookingRequest, type ClientOptions, PaseoClient } from "../../src/index.ts";
import { json, quick, type Reply, startScripted } from "./scripted.ts";

/** A client, and a server that fails for a while. */

export const currencies = { totalCount: 0, values: [] };
export const id = "5e7c0d92-a6f1-4b38-b2d4-93c81f7e6a05";
export const priced = { id, totalUsd: { currencyCode: "USD", value: 50 }, isValid: true, errors: [], questions: [] };
export const booking: BookingRequest = {
  id,
  tickets: [{ code: "ADULT", quantity: 1 }],
  email: "ana@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.9",
  totalUsd: { currencyCode: "USD", value: 50 },
};
export const order = {
  id,
  reference: "1-ES",
  confirmation: null,
  status: "waitsupplier",
  isValid: true,
  errors: null,
  event: {
    ...booking,
    apiKey: null,
    callbackUrl: null,
    externalReference: null,
    testMode: false,
    answers: [],
  },
};

/** A client of a server that fails a number of times before it answers. */
export async function failing(
  t: TestContext,
  times: number,
  failure: Reply,
  success: unknown,
  options: Partial<ClientOptions> = {},
) {
  const server = await startScripted(t, (count) => (count <= times ? failure : json(success)));
  const client = new PaseoClient({ baseUrl: server.url, apiKey: "pk_live_x", backoff: quick, ...options });
  return { ...server, client };
}
