import { PaseoClient } from "@paseo/client";
import type { Language } from "@paseo/contract";
import type { FastifyInstance } from "fastify";
import { ownSiteAddress } from "../network.ts";

/**
 * A site reads and sells through the partner interface, with its key, as any other site does. The requests stay in this process: they go to
 * the routes and not to the network.
 */
export interface SiteClient {
  in(lang: Language): PaseoClient;
  /** Sends a request in JSON that the client has no method for, such as eventpay. */
  send(method: "GET" | "POST", path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** The key, which requests in JSON have in their body. */
  readonly apiKey: string;
}

/** The host of requests in this process. It is no address of a site, and no local one. */
const baseUrl = "http://paseo.invalid";

/** Without a key, each request is refused. */
export function ownClient(http: FastifyInstance, whiteLabelCode: string, apiKey = "revoked"): SiteClient {
  const fetch = inProcess(http);
  const settings = { baseUrl, apiKey, whiteLabelCode, fetch, retries: 1, timeoutMs: 20_000 };
  const clients = new Map<Language, PaseoClient>();
  return {
    apiKey,
    in(lang) {
      const client = clients.get(lang) ?? new PaseoClient({ ...settings, lang });
      clients.set(lang, client);
      return client;
    },
    async send(method, path, body) {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          "x-api-key": apiKey,
          accept: "application/json",
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    },
  };
}

/** A `fetch` whose requests are answered by the routes of this process. */
const inProcess =
  (http: FastifyInstance): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { statusCode, headers, rawPayload } = await http.inject({
      method: (init.method ?? "GET") as "GET" | "POST",
      url: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host, "accept-encoding": "identity" },
      remoteAddress: ownSiteAddress,
      ...(init.body != null && { payload: init.body as string }),
    });
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`] as [string, string]],
    );
    return new Response(rawPayload.length > 0 ? new Uint8Array(rawPayload) : null, {
      status: statusCode,
      headers: sent,
    });
  };
