import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Service } from "../../service.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import type { ProblemError } from "../../web/problems.ts";
import { sendJson } from "../shared/answers.ts";
import { readChannelBody } from "../shared/body.ts";
import { channelLanguage } from "../shared/calls.ts";
import { channelCaller, readOffer, settingsReader } from "../shared/offers.ts";
import { listTours, readAvailability, readDays } from "./availability.ts";
import { bookTour, cancelTour, placeReservation, readRedemption } from "./bookings.ts";
import { codeOfVersion1, invalidMessage, tgds, viatorBadRequest, viatorUnprocessable } from "./errors.ts";
import type { ViatorOperation } from "./requests.ts";

/** Viator's Reservation System API v2, below `/viator`: docs/reference/viator.md. Its bookings still have messages of version 1. */

export const viatorOperations: readonly ViatorOperation[] = [
  ...[readAvailability, readDays, placeReservation, bookTour, cancelTour, readRedemption, listTours],
];

export function viatorRoutes(app: FastifyInstance, service: Service): void {
  app.answerFailuresBelow("/viator", answerError);
  const settings = settingsReader(service, "viator");
  const misses = new CallLimit("wrong-keys");
  for (const operation of viatorOperations) {
    const { path, responseType, body: schema } = operation;
    app.post(`/viator${path}`, {
      config: { load: operation.load },
      handler: async (request, reply) => {
        const own = await channelCaller(service, request, {
          ...{ settings, misses, channel: "viator" },
          key: keyOf(request, responseType),
        });
        if (!own.settings.active)
          throw viatorUnprocessable(
            responseType ? tgds.inactive : "API_DISABLED",
            "The operator has not switched Viator on.",
          );
        const sent = readChannelBody(
          request.body as Buffer | undefined,
          responseType ? Type.Object({ data: schema }) : schema,
          responseType ? invalidMessage : viatorBadRequest,
        );
        const body = (responseType ? (sent as { data: object }).data : sent) as Record<string, unknown>;
        if ((body.supplierId ?? body.SupplierId) !== own.settings.supplierId)
          throw viatorUnprocessable(responseType ? tgds.supplier : "INVALID_SUPPLIER", "The supplier is not valid.");
        const call = {
          ...own,
          ...{ service, request, now: service.clock(), lang: channelLanguage(service.config.offeredLanguages) },
          hasGivenUp: clientHasGivenUp(request, service.config),
          offer: (id: string) => readOffer(service, "viator", own, id),
        };
        const answer = await operation.run(call, body as never);
        const done = { RequestStatus: { Status: "SUCCESS" }, ...answer };
        return sendJson(reply, 200, responseType ? message(request, responseType, done) : answer);
      },
    });
  }
}

const Any = Type.Object({ data: Type.Optional(Type.Record(Type.String(), Type.Unknown())) });

/** Returns the data of a message of version 1, unchecked. Empty if the body is no such message. */
function sentMessage(request: FastifyRequest): Record<string, unknown> {
  try {
    return readChannelBody(request.body as Buffer | undefined, Any, viatorBadRequest).data ?? {};
  } catch {
    return {};
  }
}

/** Returns the key of the header. Messages of version 1 can have it in their body. */
function keyOf(request: FastifyRequest, responseType: string | undefined): string {
  const key = request.headers["x-api-key"] ?? (responseType && sentMessage(request).ApiKey);
  return typeof key === "string" ? key : "";
}

/** Returns a message of version 1, which repeats the fields that identify the request, and the key if it is a right one. */
function message(request: FastifyRequest, responseType: string, answer: object, isKnown = true): object {
  const { ApiKey, ResellerId, SupplierId, ExternalReference } = sentMessage(request);
  const Timestamp = new Date().toISOString();
  const key = isKnown ? { ApiKey } : {};
  return { responseType, data: { ...key, ResellerId, SupplierId, ExternalReference, Timestamp, ...answer } };
}

/** Version 1 reports errors in its message, with status 200. A wrong key, and a service that cannot answer now, have their status. */
function answerError(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status, detail, headers } = problem;
  const { responseType } = viatorOperations.find(({ path }) => `/viator${path}` === request.routeOptions.url) ?? {};
  const isDenied = status === 401 || status === 403;
  const isUnable = status >= 500 || status === 429;
  const isOwn = responseType ? code.startsWith("TGDS") : /^[A-Z]/.test(code);
  const inVersion2 = isDenied ? "UNAUTHORIZED" : isUnable ? "INTERNAL_ERROR" : "BAD_REQUEST";
  const name = isOwn ? code : responseType ? codeOfVersion1(status) : inVersion2;
  request.codes ??= [name];
  if (isUnable && !isOwn) reply.headers(headers);
  if (!responseType) return void sendJson(reply, isDenied ? 401 : status, { error: name, message: detail });
  const RequestStatus = { Status: "ERROR", Error: { ErrorCode: name, ErrorMessage: detail } };
  const answered = isDenied ? 401 : isUnable && !isOwn ? status : 200;
  sendJson(reply, answered, message(request, responseType, { RequestStatus }, !isDenied));
}
