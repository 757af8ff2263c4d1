import type { Language } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import type { Service } from "../../service.ts";
import { isOctoOn } from "../../store/operators/home.ts";
import { texts } from "../../texts/texts.ts";
import { bearerKey, requireSeller } from "../../web/access.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import { type ProblemError, unauthorized } from "../../web/problems.ts";
import { parseQuery } from "../../web/query.ts";
import { sendJson } from "../shared/answers.ts";
import { cachedRead, channelLanguage, switchCacheMs } from "../shared/calls.ts";
import {
  cancelReservation,
  confirmBooking,
  extendReservation,
  listBookings,
  readBooking,
  reserveBooking,
  updateBooking,
} from "./booking-operations.ts";
import { readCapabilities } from "./capabilities.ts";
import {
  checkAvailability,
  listCapabilities,
  listOctoProducts,
  readCalendar,
  readOctoProduct,
  readSupplier,
} from "./catalogue-operations.ts";
import { type OctoCode, OctoError } from "./errors.ts";
import {
  createSubscription,
  createSubscriptionAtMisspelledPath,
  listSubscriptions,
  readSubscription,
  removeSubscription,
  updateSubscription,
} from "./notifications.ts";
import type { OctoOperation } from "./operation.ts";

/** OCTO 1.0, the standard of sales channels, below `/octo`: docs/decisions/0041-octo.md. */

export const octoOperations: readonly OctoOperation[] = [
  listCapabilities,
  readSupplier,
  listOctoProducts,
  readOctoProduct,
  checkAvailability,
  readCalendar,
  listBookings,
  reserveBooking,
  readBooking,
  updateBooking,
  confirmBooking,
  extendReservation,
  cancelReservation,
  listSubscriptions,
  createSubscription,
  createSubscriptionAtMisspelledPath,
  readSubscription,
  updateSubscription,
  removeSubscription,
];

export function octoRoutes(app: FastifyInstance, service: Service): void {
  app.answerFailuresBelow("/octo", answerError);
  const isOn = cachedRead(switchCacheMs, () => isOctoOn(service.db));
  for (const operation of octoOperations)
    app.route<{ Params: { id?: string } }>({
      method: operation.method,
      url: `/octo${operation.path}`,
      config: { load: operation.load },
      handler: async (request, reply) => {
        const key = bearerKey(request.headers.authorization ?? "");
        if (key === undefined) throw unauthorized(noKey);
        const caller = await requireSeller(service, request, key);
        if (!(await isOn()))
          throw new OctoError("FORBIDDEN", "The operator has not switched OCTO on.", { status: 403 });
        const query = parseQuery(request.raw.url!);
        const asked = readCapabilities(
          query.get("_capabilities") ?? String(request.headers["octo-capabilities"] ?? ""),
        );
        const { offeredLanguages } = service.config;
        const lang = languageOf(request, offeredLanguages);
        const answer = await operation.run({
          service,
          id: request.params.id ?? "",
          query,
          body: request.body as Buffer | undefined,
          caller,
          lang,
          asked,
          now: service.clock(),
          hasGivenUp: clientHasGivenUp(request, service.config),
          request,
        });
        return reply
          .headers({
            "content-type": "application/json; charset=utf-8",
            "cache-control": "no-store",
            "octo-capabilities": asked.names.join(", "),
            "content-language": texts[lang].locale,
            "available-languages": offeredLanguages.map((one) => texts[one].locale).join(", "),
          })
          .send(Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer)));
      },
    });
}

const noKey =
  "Send your key as a bearer token: Authorization: Bearer KEY. The operator creates keys on the page of a partner in the back office.";

/** Returns the language of texts: the best match for Accept-Language, or else the channels' language. */
function languageOf(request: FastifyRequest, offered: readonly Language[]): Language {
  const own = channelLanguage(offered);
  if (request.headers["accept-language"] === undefined) return own;
  // `*`, which JavaScript clients send by themselves, means the first one.
  const best = new Negotiator(request.raw).language([own, ...offered.filter((lang) => lang !== own)]);
  return (best as Language | undefined) ?? own;
}

const codes: Record<number, OctoCode> = { 401: "UNAUTHORIZED", 403: "FORBIDDEN" };

/** Answers a failed request as OCTO does. A problem of the service keeps its status, such as 401, 403 or 503. */
function answerError(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, detail, headers } = problem;
  const code = codes[status] ?? (status >= 500 ? "INTERNAL_SERVER_ERROR" : "BAD_REQUEST");
  const error = problem instanceof OctoError ? problem.code : code;
  request.codes ??= [error];
  const more = problem instanceof OctoError ? problem.more : {};
  const path = request.url.split("?", 1)[0]!.slice(0, 200);
  const errorMessage =
    status === 404 && request.is404
      ? `OCTO has no path ${path}. GET /octo/capabilities and GET /octo/products are paths.`
      : detail;
  sendJson(reply.headers(headers), status, { error, errorMessage, ...more });
}
