import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { changeJson, type Fault, instead, type ProxiedAnswer, type ProxiedRequest } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** How an OCTO supplier is broken: the requests that a fault concerns, and what it does to them. */

// A fault may do anything to an answer, whatever its shape.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Anything = any;

export const reserve = /^POST \/octo\/bookings$/;
export const confirm = /^POST .*\/confirm$/;
export const extend = /^POST .*\/extend$/;
export const cancel = /^POST .*\/cancel$/;
export const update = /^PATCH /;
export const readOne = /^GET \/octo\/bookings\/[^/]+$/;
export const list = /^GET \/octo\/bookings\?/;
export const products = /^GET \/octo\/products$/;
export const times = /^POST \/octo\/availability$/;
export const calendar = /^POST \/octo\/availability\/calendar$/;

export const fault = (finds: string, what: string, how: Fault): ServiceFault => ({ finds, what, fault: how });

/** A fault in the answer of an error. */
export const error = (finds: string, what: string, where: RegExp, change: (body: Anything) => void): ServiceFault =>
  fault(
    finds,
    what,
    changeJson(where, (body) => body.error && change(body)),
  );

export const answerOf = (value: object, status = 200): ProxiedAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Changes the body of every request at a path from the second request on, among the requests with the same content. */
export function repeatedBody(where: RegExp, change: (body: Anything) => void): Fault {
  const seen = new Set<string>();
  return {
    onRequest: (request: ProxiedRequest) => {
      if (!where.test(`${request.method} ${request.path}`)) return undefined;
      const before = request.path + request.body;
      if (seen.has(before)) {
        const body = JSON.parse(request.body);
        change(body);
        request.body = JSON.stringify(body);
      }
      seen.add(before);
      return undefined;
    },
  };
}

/** Answers repeated requests at a path with an error. */
export function refusedAgain(where: RegExp): Fault {
  const seen = new Set<string>();
  return instead(where, ({ path, body }) => {
    const isAgain = seen.has(path + body);
    seen.add(path + body);
    return isAgain ? answerOf({ error: "UNPROCESSABLE_ENTITY", errorMessage: "It is done." }, 400) : undefined;
  });
}

export const newUuid = (body: Anything) => {
  body.uuid = randomUUID();
};

export const slow = (where: RegExp, ms: number): Fault => ({
  onRequest: async ({ method, path }) => {
    if (where.test(`${method} ${path}`)) await pause(ms);
    return undefined;
  },
});
