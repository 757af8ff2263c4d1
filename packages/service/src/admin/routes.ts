import type { Language } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { ImportsBusy } from "../domain/editing/files/reader.ts";
import { operatorOfSession } from "../domain/operators/sign-in.ts";
import type { Service } from "../service.ts";
import { addAudit } from "../store/operators/audit.ts";
import type { OperatorRow } from "../store/operators/operators.ts";
import { callerAddress, isLocalRequest } from "../web/access.ts";
import { parseJson, parseMediaType, requireJson } from "../web/json.ts";
import { overloaded, ProblemError } from "../web/problems.ts";
import { parseQuery } from "../web/query.ts";
import { callOperation, type OperationInput, type OperatorCaller } from "./call.ts";
import { adminOpenapi } from "./openapi.ts";
import { type AdminOperation, FileAnswer, lacksSecondFactor } from "./operation.ts";
import { adminOperations } from "./operations.ts";
import { isSecure, requireOwnSite, sessionToken, setSessionCookie } from "./session.ts";

/** Registers the back office over HTTP: JSON under `/admin/api`, for the console and for operators' scripts. */
export function adminRoutes(app: FastifyInstance, service: Service): void {
  app.get("/admin/openapi.json", { config: { load: "none" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").send(adminOpenapi(adminOperations)),
  );
  for (const operation of adminOperations) {
    app.route({
      method: operation.method,
      url: `/admin/api${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      config: { load: "admin" },
      onRequest: (request) => admit(service, operation, request),
      ...(operation.upload && uploading(service, operation.upload)),
      handler: (request, reply) => answer(service, operation, request, reply),
    });
  }
}

/** The sender of a request, identified before the body is read. */
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
  const local = isLocalRequest(service, request);
  const operator = (token && (await operatorOfSession(service.db, token, local, service.clock()))) || null;
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

/** Accepts a larger body than other operations do. Only a few such bodies are read at a time. */
function uploading({ files }: Service, { maxBytes }: NonNullable<AdminOperation["upload"]>) {
  return {
    bodyLimit: maxBytes,
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
  const { operator, token, local } = senders.get(request)!;
  const caller: OperatorCaller = {
    operator: operator as OperatorRow,
    author: who(operator),
    lang: (new Negotiator(request.raw).language(["en", "es", "pt"]) ?? "en") as Language,
    from: { remote: callerAddress(request), userAgent: String(request.headers["user-agent"] ?? ""), local, token },
    count: (limit, name) => limit.count(request, name, service.clock()),
    setSession: (given) => setSessionCookie(reply, given, isSecure(service.config)),
  };
  const result = await callOperation(service, operation, caller, {
    params: request.params as Record<string, string>,
    query: parseQuery(request.url),
    ...contentOf(operation, request),
  });
  if (result instanceof FileAnswer)
    return reply
      .header("content-type", result.type)
      .header("content-disposition", `attachment; filename="${result.name}"`)
      .send(Buffer.from(result.bytes));
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(result));
}

function requireOperator(operator: OperatorRow | null | ""): OperatorRow {
  if (!operator) throw new ProblemError(401, "signed-out", "Sign in first.");
  return operator;
}

const who = (operator: OperatorRow | null | "") => ({
  operatorId: operator ? operator.id : null,
  operator: operator ? operator.email : "",
});

/** Returns the JSON body or the file of a request. */
function contentOf({ body, upload }: AdminOperation, request: FastifyRequest): Pick<OperationInput, "body" | "file"> {
  const bytes = request.body as Buffer | undefined;
  const contentType = request.headers["content-type"];
  if (upload) return { file: { type: parseMediaType(contentType), bytes: bytes ?? new Uint8Array() } };
  if (!body && !bytes?.length) return {};
  const isOptional = ((body as { required?: string[] } | undefined)?.required ?? []).length === 0;
  if (!bytes?.length && isOptional) return { body: {} };
  requireJson(contentType);
  return { body: parseJson(bytes) };
}
