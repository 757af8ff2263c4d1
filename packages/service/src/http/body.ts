import type { IncomingMessage } from "node:http";
import { decodeText } from "@paseo/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type Type from "typebox";
import { contentFormat } from "../web/negotiation.ts";
import { badRequest, ProblemError, payloadTooLarge, unsupportedMediaType } from "../web/problems.ts";
import { decodeRequest } from "./decode-request.ts";

/** Reads request bodies as bytes, whatever their media type: the contract's codecs decode them. */
export function acceptRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", ({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage) =>
    readBytes(payload, Number(headers["content-length"] ?? 0), routeOptions.bodyLimit),
  );
}

/**
 * Reads a body of at most `maxBytes`. The client may have sent its length in Content-Length. Fastify's own reader
 * waits for ever if a request has no body (`optimizeEmptyRequests`).
 */
async function readBytes(payload: IncomingMessage, declared: number, maxBytes: number): Promise<Buffer> {
  if (declared > maxBytes) throw payloadTooLarge(maxBytes);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    // The connection stays open for the answer.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) throw payloadTooLarge(maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw badRequest("malformed-request", "The request ended before its body did.");
  }
  return Buffer.concat(pieces, length);
}

/**
 * Reads the valid value of a request's body, in JSON or XML by its Content-Type.
 * @throws ProblemError 400 naming the fields, or 415.
 */
export function readBody<S extends Type.TSchema>(
  request: FastifyRequest,
  schema: S,
  namespace: string,
): Type.Static<S> {
  const encoding = request.headers["content-encoding"]?.trim() ?? "";
  if (!/^(identity)?$/i.test(encoding)) {
    throw unsupportedMediaType(`The Content-Encoding ${encoding.slice(0, 60)} is not read; send the body plain.`, {
      "accept-encoding": "identity",
    });
  }
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) throw badRequest("malformed-body", "The request has no body.");
  const type = contentFormat(request.headers["content-type"]);
  if (!type) {
    throw unsupportedMediaType(
      "Bodies are read in application/json or application/xml; the Content-Type must say which.",
      {
        accept: "application/json, application/xml",
      },
    );
  }
  const text = decodeText(bytes, type.charset, type.format);
  if (!text.ok) throw badRequest(text.problem.code, text.problem.detail, text.problem.errors);
  return decodeRequest(schema, text.text, type.format, namespace);
}
