import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../../service.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import type { ProblemError } from "../../web/problems.ts";
import { parseQuery } from "../../web/query.ts";
import { sendJson } from "../shared/answers.ts";
import { channelLanguage } from "../shared/calls.ts";
import { channelCaller, readOffer, settingsReader } from "../shared/offers.ts";
import { readAvailabilities, recordProductReport } from "./availability.ts";
import { bookSeats, cancelSoldBooking, releaseSeats, reserveSeats } from "./bookings.ts";
import { type GygCode, GygError } from "./errors.ts";
import type { GygOperation } from "./requests.ts";

/** GetYourGuide's Supplier API 1.0, below `/getyourguide`: docs/reference/getyourguide.md. */

export const gygOperations: readonly GygOperation[] = [
  readAvailabilities,
  reserveSeats,
  releaseSeats,
  bookSeats,
  cancelSoldBooking,
  recordProductReport,
];

export function getYourGuideRoutes(app: FastifyInstance, service: Service): void {
  app.answerFailuresBelow("/getyourguide", answerError);
  const settings = settingsReader(service, "getyourguide");
  const misses = new CallLimit("wrong-keys");
  for (const operation of gygOperations)
    app.route({
      method: operation.method,
      url: `/getyourguide${operation.path}`,
      config: { load: operation.load },
      handler: async (request, reply) => {
        const key = passwordOf(request.headers.authorization ?? "");
        const own = await channelCaller(service, request, { key, settings, misses, channel: "getyourguide" });
        if (!own.settings.active)
          throw new GygError("AUTHORIZATION_FAILURE", "The operator has not switched GetYourGuide on.");
        const data = await operation.run({
          ...own,
          ...{ service, request, now: service.clock() },
          query: parseQuery(request.raw.url!),
          body: request.body as Buffer | undefined,
          lang: channelLanguage(service.config.offeredLanguages),
          hasGivenUp: clientHasGivenUp(request, service.config),
          async offer(productId) {
            const offer = await readOffer(service, "getyourguide", own, productId);
            if (!offer) throw new GygError("INVALID_PRODUCT", `There is no product ${productId} to sell.`);
            return offer;
          },
        });
        return sendJson(reply, 200, { data });
      },
    });
}

/** Returns the key, which is the password of Basic authentication. The user's name is not checked. */
const passwordOf = (authorization: string): string => {
  const encoded = /^basic +(\S+)$/i.exec(authorization)?.[1] ?? "";
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
};

/** Errors have status 200. Only an unknown path and a service that cannot answer now have an error status. */
function answerError(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, detail, headers } = problem;
  const isUnable = status >= 500 || status === 429;
  const isUnknown = request.is404 && status !== 400;
  const errorCode = problem instanceof GygError ? problem.code : codeOf(status, isUnable);
  request.codes ??= [errorCode];
  const more = problem instanceof GygError ? problem.more : {};
  const answer = { errorCode, errorMessage: detail, ...more };
  sendJson(isUnable ? reply.headers(headers) : reply, isUnable || isUnknown ? status : 200, answer);
}

function codeOf(status: number, isUnable: boolean): GygCode {
  if (isUnable) return "INTERNAL_SYSTEM_FAILURE";
  return status === 401 || status === 403 ? "AUTHORIZATION_FAILURE" : "VALIDATION_FAILURE";
}
