import type { FastifyReply, FastifyRequest } from "fastify";
import { problemFrom } from "../../web/problems.ts";

/** Answers to channels that call the operator. */

export const sendJson = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(Buffer.from(JSON.stringify(body)));

/** What went wrong. `isUnable`: the service cannot answer now. An unexpected error is logged. */
export function failureAnswer(error: Error, request: FastifyRequest) {
  const { status, code, detail, headers } = problemFrom(error);
  if (status >= 500 && status !== 503)
    request.server.log.error({ requestId: request.id, err: error }, "request failed");
  const isUnable = status >= 500 || status === 429;
  return {
    status,
    code,
    detail,
    headers: isUnable ? headers : {},
    isUnable,
    isDenied: status === 401 || status === 403,
  };
}
