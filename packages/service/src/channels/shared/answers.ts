import type { FastifyReply } from "fastify";

/** Answers to channels that call the operator. */

export const sendJson = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(Buffer.from(JSON.stringify(body)));
