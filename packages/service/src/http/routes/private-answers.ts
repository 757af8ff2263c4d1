import { encode, type Operation, type Order } from "@paseo/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../../service.ts";
import { answerFormat, contentTypes } from "../negotiation.ts";
import { badRequest, conflict, notAcceptable, unprocessable } from "../problems.ts";

/** What the answers about sales have in common: no cache may store them, and each refusal is counted. */

export function answering({ config, metrics }: Service) {
  return {
    /** Negotiated first: no order may be placed when its answer has no acceptable format. */
    answerIn(operation: Operation, request: FastifyRequest, reply: FastifyReply): (value: object) => FastifyReply {
      const format = answerFormat(request);
      if (!format) throw notAcceptable();
      return (value) =>
        reply
          .headers({
            "content-type": contentTypes[format],
            "cache-control": "no-store",
            vary: "Accept, Accept-Encoding",
          })
          .send(Buffer.from(encode(operation.response, value as never, format, { namespace: config.xmlNamespace })));
    },

    /** Counts the reasons of a refusal. */
    refused(request: FastifyRequest, errors: Order["errors"]): void {
      if (!errors || errors.length === 0) return;
      request.codes = errors.map(({ code }) => code);
      for (const code of request.codes) metrics.refusal(code);
    },
  };
}

/** Throws when the Idempotency-Key gives the request no answer. */
export function refuseUnanswered<P extends { outcome: string }>(
  placement: P,
): asserts placement is Exclude<P, { outcome: "in-flight" | "key-reused" }> {
  if (placement.outcome === "in-flight")
    throw conflict("in-flight", "A request with this Idempotency-Key is in flight. Repeat the request in a second.", 1);
  if (placement.outcome === "key-reused")
    throw unprocessable("idempotency-key-reused", "This Idempotency-Key was used with other content.");
}

/** The IETF draft has a quoted string; most clients send bare text, which is accepted too. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
  const detail = "Idempotency-Key must have 1 to 255 printable ASCII characters";
  throw badRequest("invalid-header", `${detail}.`, [{ pointer: "Idempotency-Key", detail }]);
}
