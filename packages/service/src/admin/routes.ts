import { forbiddenCharacter } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { unfitTexts } from "../domain/catalogue-rules.ts";
import { operatorOf } from "../domain/sign-in.ts";
import { callerAddress, isLocal } from "../http/access.ts";
import { badRequest, notFound, ProblemError, payloadTooLarge } from "../http/problems.ts";
import type { Service } from "../service.ts";
import { addAudit } from "../store/audit.ts";
import type { Db } from "../store/database.ts";
import type { OperatorRow } from "../store/operators.ts";
import { adminOpenapi } from "./openapi.ts";
import {
  type AdminCall,
  type AdminOperation,
  type AuditNote,
  checkValue,
  closed,
  FileAnswer,
  lacksSecondFactor,
} from "./operation.ts";
import { adminOperations } from "./operations.ts";
import { isSecure, requireOwnSite, sessionToken, setSessionCookie } from "./session.ts";

/** The back office over HTTP: JSON under `/admin/api`, for the console and for scripts of the operator's own. */
export function adminRoutes(app: FastifyInstance, service: Service): void {
  app.get("/admin/openapi.json", (_request, reply) =>
    reply.header("cache-control", "no-cache").send(adminOpenapi(adminOperations)),
  );
  for (const operation of adminOperations) {
    app.route({
      method: operation.method,
      url: `/admin/api${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ...(operation.upload && uploading(service, operation.upload)),
      handler: (request, reply) => answer(service, operation, request, reply),
    });
  }
}

/** A larger body than others may send, which is read for nobody who is not signed in. */
function uploading(service: Service, { mostBytes }: NonNullable<AdminOperation["upload"]>) {
  return {
    bodyLimit: mostBytes,
    onRequest: async (request: FastifyRequest) => {
      requireOwnSite(request);
      const token = sessionToken(request, isSecure(service.config));
      const local = isLocal(service, request);
      requireOperator(token && (await operatorOf(service.db, token, local, service.clock())));
    },
    errorHandler: (error: { code?: string }) => {
      throw error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? payloadTooLarge(mostBytes) : error;
    },
  };
}

async function answer(
  service: Service,
  operation: AdminOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header("cache-control", "no-store");
  requireOwnSite(request);
  const now = service.clock();
  const local = isLocal(service, request);
  const token = sessionToken(request, isSecure(service.config));
  const found = token && (await operatorOf(service.db, token, local, now));
  const operator = operation.roles === "anyone" ? found : requireOperator(found);
  const call: AdminCall<unknown, unknown> = {
    service,
    operator: operator as OperatorRow,
    params: request.params as Record<string, string>,
    query: {},
    body: {},
    file: { type: "", bytes: new Uint8Array() },
    now,
    from: { remote: callerAddress(request), userAgent: String(request.headers["user-agent"] ?? ""), local, token },
    setSession: (given) => setSessionCookie(reply, given, isSecure(service.config)),
    audit: (entry, db = service.db) => audit(db, operation, operator as OperatorRow, entry, now),
  };
  if (operation.roles !== "anyone" && !operation.roles.includes(call.operator.role)) {
    const subject = Object.values(call.params).join(" ") || operation.path;
    await addAudit(service.db, {
      ...who(operator),
      at: now,
      operation: operation.id,
      subject,
      outcome: "forbidden",
      before: undefined,
      after: undefined,
    });
    throw new ProblemError(403, "role-forbidden", `The role ${call.operator.role} may not do this.`);
  }
  if (operation.roles !== "anyone" && !operation.beforeSecondFactor && lacksSecondFactor(call.operator, service.config))
    throw new ProblemError(403, "second-factor-required", "Set up a second factor first: everybody here needs one.");
  if (Object.values(call.params).some((part) => forbiddenCharacter(part)))
    throw notFound("There is nothing at this path.");
  call.query = readParameters(operation, request);
  call.body = readJson(operation, request);
  if (operation.upload) call.file = readUpload(operation.upload.types, request);
  const result = await operation.run(call as AdminCall<never, never>);
  if (result instanceof FileAnswer)
    return reply
      .header("content-type", result.type)
      .header("content-disposition", `attachment; filename="${result.name}"`)
      .send(Buffer.from(result.bytes));
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(result ?? {}));
}

function requireOperator(operator: OperatorRow | null | ""): OperatorRow {
  if (!operator) throw new ProblemError(401, "signed-out", "Sign in first.");
  return operator;
}

const who = (operator: OperatorRow | null | "") => ({
  operatorId: operator ? operator.id : null,
  operator: operator ? operator.email : "",
});

const audit = (
  db: Db,
  operation: AdminOperation,
  operator: OperatorRow | null,
  entry: AuditNote,
  now: Date,
): Promise<void> =>
  addAudit(db, {
    ...who(operator),
    at: now,
    operation: operation.id,
    subject: entry.subject,
    outcome: "done",
    before: entry.before,
    after: entry.after,
  });

/** The query, each parameter once and read as its schema says. */
function readParameters(operation: AdminOperation, request: FastifyRequest): unknown {
  const given = new URL(request.url, "http://paseo").searchParams;
  const schemas = (operation.query?.properties ?? {}) as Record<string, Type.TSchema & { type?: string }>;
  const values: Record<string, unknown> = {};
  for (const [name, text] of given) {
    const schema = schemas[name];
    if (!schema) throw badField(name, "is not a parameter here");
    if (name in values) throw badField(name, "may be given once only");
    // PostgreSQL takes no NUL, and nothing that is searched for has a control character.
    if (/\p{Cc}/u.test(text)) throw badField(name, "has a control character");
    const { type } = schema;
    values[name] =
      type === "integer" || type === "number"
        ? /^-?\d+(\.\d+)?$/.test(text)
          ? Number(text)
          : text
        : type === "boolean"
          ? ({ true: true, false: false }[text] ?? text)
          : text;
  }
  const problems = operation.query ? checkValue(operation.query, values) : [];
  if (problems.length > 0)
    throw fieldError(problems.map(({ pointer, detail }) => ({ pointer: pointer.slice(1), detail })));
  return values;
}

const noFields = closed(Type.Object({}));

/** The body as its schema says. An operation without one takes no body, or an empty object. */
function readJson({ body, upload }: AdminOperation, request: FastifyRequest): unknown {
  const bytes = request.body as Buffer | undefined;
  if (upload || (!body && !bytes?.length)) return {};
  const schema = body ?? noFields;
  if (mediaType(request) !== "application/json")
    throw new ProblemError(415, "unsupported-media-type", "The body must be application/json.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes ?? new Uint8Array()));
  } catch {
    throw badRequest("malformed-body", "The body is not JSON in UTF-8.");
  }
  const problems = [...checkValue(schema, value), ...unfitTexts(value)];
  if (problems.length > 0) throw fieldError(problems);
  return value;
}

function readUpload(types: readonly string[], request: FastifyRequest): { type: string; bytes: Uint8Array } {
  const type = mediaType(request);
  if (!types.includes(type))
    throw new ProblemError(415, "unsupported-media-type", `The file must be one of ${types.join(", ")}.`);
  const bytes = request.body as Buffer | undefined;
  if (!bytes?.length) throw badRequest("malformed-body", "The request has no file.");
  return { type, bytes };
}

const mediaType = ({ headers }: FastifyRequest): string =>
  headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";

const badField = (pointer: string, detail: string) => fieldError([{ pointer, detail }]);
const fieldError = (problems: { pointer: string; detail: string }[]) =>
  badRequest("invalid-field", problems.map(({ pointer, detail }) => `${pointer} ${detail}.`).join(" "), problems);
