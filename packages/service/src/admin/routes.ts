import { forbiddenCharacter, type Language } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import Type from "typebox";
import { unfitTexts } from "../domain/editing/catalogue-rules.ts";
import { FileError } from "../domain/editing/files/limits.ts";
import { ImportsBusy } from "../domain/editing/files/reader.ts";
import { checkValue } from "../domain/editing/files/shapes.ts";
import { operatorOf } from "../domain/operators/sign-in.ts";
import type { Service } from "../service.ts";
import type { Db } from "../store/database/database.ts";
import { addAudit } from "../store/operators/audit.ts";
import type { OperatorRow } from "../store/operators/operators.ts";
import { callerAddress, isLocal } from "../web/access.ts";
import { badRequest, notFound, overloaded, ProblemError } from "../web/problems.ts";
import { parseQuery, readParameters } from "../web/query.ts";
import { adminOpenapi } from "./openapi.ts";
import {
  type AdminCall,
  type AdminOperation,
  type AuditNote,
  closed,
  FileAnswer,
  lacksSecondFactor,
  parametersOf,
} from "./operation.ts";
import { adminOperations } from "./operations.ts";
import { isSecure, requireOwnSite, sessionToken, setSessionCookie } from "./session.ts";

/** The back office over HTTP: JSON under `/admin/api`, for the console and for operators' scripts. */
export function adminRoutes(app: FastifyInstance, service: Service): void {
  app.get("/admin/openapi.json", (_request, reply) =>
    reply.header("cache-control", "no-cache").send(adminOpenapi(adminOperations)),
  );
  for (const operation of adminOperations) {
    app.route({
      method: operation.method,
      url: `/admin/api${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      onRequest: (request) => admit(service, operation, request),
      ...(operation.upload && uploading(service, operation.upload)),
      handler: (request, reply) => answer(service, operation, request, reply),
    });
  }
}

/** The sender of a request, known before its body is read. */
interface Sender {
  operator: OperatorRow | null;
  token: string | null;
  local: boolean;
}

const senders = new WeakMap<FastifyRequest, Sender>();

/** Refuses a request before its body is read: only an operator with the role may use memory for a body. */
async function admit(service: Service, operation: AdminOperation, request: FastifyRequest): Promise<void> {
  requireOwnSite(request);
  const token = sessionToken(request, isSecure(service.config));
  const local = isLocal(service, request);
  const operator = (token && (await operatorOf(service.db, token, local, service.clock()))) || null;
  senders.set(request, { operator, token, local });
  if (operation.roles === "anyone") return;
  const signedIn = requireOperator(operator);
  if (!operation.roles.includes(signedIn.role)) await refuseRole(service, operation, signedIn, request);
  if (!operation.beforeSecondFactor && lacksSecondFactor(signedIn, service.config))
    throw new ProblemError(403, "second-factor-required", "Set up a second factor first: this service requires one.");
}

async function refuseRole(
  service: Service,
  operation: AdminOperation,
  operator: OperatorRow,
  request: FastifyRequest,
): Promise<never> {
  // A path may contain characters that PostgreSQL refuses.
  const given = Object.values(request.params as object)
    .join(" ")
    .replaceAll(/\p{Cc}/gu, "\u{fffd}");
  await addAudit(service.db, {
    ...who(operator),
    at: service.clock(),
    operation: operation.id,
    subject: given.toWellFormed().slice(0, 200) || operation.path,
    outcome: "forbidden",
    before: undefined,
    after: undefined,
  });
  throw new ProblemError(403, "role-forbidden", `The role ${operator.role} may not do this.`);
}

/** Accepts a larger body than other operations, a few at a time. */
function uploading({ files }: Service, { mostBytes }: NonNullable<AdminOperation["upload"]>) {
  return {
    bodyLimit: mostBytes,
    preParsing: async (_request: FastifyRequest, reply: FastifyReply) => {
      try {
        reply.raw.once("close", files.admit());
      } catch (error) {
        throw error instanceof ImportsBusy ? overloaded(10) : error;
      }
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
  const now = service.clock();
  const { operator, token, local } = senders.get(request)!;
  const call: AdminCall<unknown, unknown> = {
    service,
    operator: operator as OperatorRow,
    params: request.params as Record<string, string>,
    query: {},
    body: {},
    file: { type: "", bytes: new Uint8Array() },
    now,
    lang: (new Negotiator(request.raw).language(["en", "es", "pt"]) ?? "en") as Language,
    from: { remote: callerAddress(request), userAgent: String(request.headers["user-agent"] ?? ""), local, token },
    count: (limit, caller) => limit.count(request, caller, now),
    setSession: (given) => setSessionCookie(reply, given, isSecure(service.config)),
    audit: (entry, db) => audit(db, operation, operator as OperatorRow, entry, now),
    change: (entry, work) => call.recorded(work, () => entry),
    recorded: (work, entryOf) =>
      service.db.transaction().execute(async (tx) => {
        const made = await work(tx);
        const entry = entryOf(made);
        if (entry) await call.audit(entry, tx);
        return made;
      }),
  };
  if (Object.values(call.params).some((part) => forbiddenCharacter(part)))
    throw notFound("There is nothing at this path.");
  call.query = readQueryOf(operation, request);
  call.body = readJson(operation, request);
  if (operation.upload) call.file = readUpload(operation.upload.types, request);
  const run = () => operation.run(call as AdminCall<never, never>);
  const result = operation.upload ? await service.files.afterOthers(run).catch(unreadable) : await run();
  if (result instanceof FileAnswer)
    return reply
      .header("content-type", result.type)
      .header("content-disposition", `attachment; filename="${result.name}"`)
      .send(Buffer.from(result.bytes));
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(result ?? {}));
}

function unreadable(error: unknown): never {
  if (error instanceof FileError) throw badRequest("malformed-body", `The file cannot be read. ${error.message}`);
  throw error;
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
    outcome: entry.outcome ?? "done",
    before: entry.before,
    after: entry.after,
  });

/** The query's values. Unknown names are refused. */
function readQueryOf(operation: AdminOperation, request: FastifyRequest): unknown {
  const query = parseQuery(request.url);
  const parameters = parametersOf(operation).filter((parameter) => parameter.in === "query");
  const { values, problems } = readParameters(parameters, ({ name }) => query.get(name));
  const names = new Set(parameters.map(({ name }) => name));
  const unknown = [...query.keys()].filter((name) => !names.has(name));
  problems.push(...unknown.map((name) => ({ name, detail: "is not a parameter here" })));
  if (problems.length > 0) throw fieldError(problems.map(({ name, detail }) => ({ pointer: name, detail })));
  return values;
}

const noFields = closed(Type.Object({}));

/** The body, validated by its schema. An operation without a schema accepts no body, or an empty object. */
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

const fieldError = (problems: { pointer: string; detail: string }[]) =>
  badRequest("invalid-field", problems.map(({ pointer, detail }) => `${pointer} ${detail}.`).join(" "), problems);
