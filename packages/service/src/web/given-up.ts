import type { FastifyRequest } from "fastify";
import type { HasGivenUp } from "../store/database/given-up.ts";

/** Returns whether the client of a request has closed its connection, or the request has waited so long that the client may repeat it. */
export const clientHasGivenUp =
  ({ raw, startedAt }: FastifyRequest, { requestWaitSeconds }: { requestWaitSeconds: number }): HasGivenUp =>
  () =>
    raw.socket?.destroyed === true || performance.now() - startedAt > requestWaitSeconds * 1000;
