import type { FastifyRequest } from "fastify";
import type { HasGivenUp } from "../store/database/given-up.ts";

declare module "node:http" {
  interface IncomingMessage {
    /** When a request arrived that waits for others of its connection, by performance.now(). */
    arrivedAt?: number;
  }
}

/** Whether the client of a request has closed its connection, or the request has waited so long that the client may repeat it. */
export const givenUp =
  ({ raw, startedAt }: FastifyRequest, { requestWaitSeconds }: { requestWaitSeconds: number }): HasGivenUp =>
  () =>
    raw.socket?.destroyed === true || performance.now() - (raw.arrivedAt ?? startedAt) > requestWaitSeconds * 1000;
