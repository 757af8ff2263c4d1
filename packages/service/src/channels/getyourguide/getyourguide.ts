import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../../service.ts";
import { givenUp } from "../../web/given-up.ts";
import { parseQuery } from "../../web/query.ts";
import { failureAnswer, sendJson } from "../shared/answers.ts";
import { channelCaller, offerOf, settingsReader } from "../shared/offers.ts";
import { getAvailabilities, notify } from "./availability.ts";
import { book, cancelReservation, cancelSold, reserveSeats } from "./bookings.ts";
import { GygError } from "./errors.ts";
import type { GygOperation } from "./requests.ts";

/** GetYourGuide's Supplier API 1.0, below `/getyourguide`: docs/reference/getyourguide.md. */

export const gygOperations: readonly GygOperation[] = [
  getAvailabilities,
  reserveSeats,
  cancelReservation,
  book,
  cancelSold,
  notify,
];

export function getYourGuideRoutes(app: FastifyInstance, service: Service): void {
  const settings = settingsReader(service, "getyourguide");
  for (const operation of gygOperations)
    app.route({
      method: operation.method,
      url: `/getyourguide${operation.path}`,
      errorHandler: answerError,
      handler: async (request, reply) => {
        const key = passwordOf(request.headers.authorization ?? "");
        const own = await channelCaller(service, request, { key, settings });
        if (!own.settings.active)
          throw new GygError("AUTHORIZATION_FAILURE", "The operator has not switched GetYourGuide on.");
        const data = await operation.run({
          ...own,
          ...{ service, request, now: service.clock() },
          query: parseQuery(request.raw.url!),
          body: request.body as Buffer | undefined,
          lang: service.config.offeredLanguages[0]!,
          hasGivenUp: givenUp(request, service.config),
          async offer(productId) {
            const offer = await offerOf(service, "getyourguide", own.settings, productId);
            if (!offer) throw new GygError("INVALID_PRODUCT", `There is no product ${productId} to sell.`);
            return offer;
          },
        });
        return sendJson(reply, 200, { data });
      },
    });
}

/** The key is the password of Basic authentication. The user's name is not checked. */
const passwordOf = (authorization: string): string => {
  const encoded = /^basic +(\S+)$/i.exec(authorization)?.[1] ?? "";
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
};

/** Errors have status 200. A service that cannot answer now is no error of the request: its status says so. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof GygError) {
    request.codes ??= [error.code];
    sendJson(reply, 200, { errorCode: error.code, errorMessage: error.message, ...error.more });
    return;
  }
  const { status, detail, headers, isUnable, isDenied } = failureAnswer(error, request);
  const code = isUnable ? "INTERNAL_SYSTEM_FAILURE" : isDenied ? "AUTHORIZATION_FAILURE" : "VALIDATION_FAILURE";
  request.codes ??= [code];
  sendJson(reply.headers(headers), isUnable ? status : 200, { errorCode: code, errorMessage: detail });
}
