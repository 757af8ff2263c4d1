import { STATUS_CODES } from "node:http";
import { Problem } from "@paseo/contract";
import type { AdminOperation } from "./operation.ts";

/** The OpenAPI document of the back office, made from its operations. */
export function adminOpenapi(operations: readonly AdminOperation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = `/admin/api${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Paseo back office",
      version: "1",
      description:
        "What the console does, and nothing else. Sign in with `session.signIn`, keep its cookie (`__Host-paseo_session` where PUBLIC_URL is https), and send `X-Paseo-Console: 1` with every change.",
    },
    paths,
    components: {
      schemas: { Problem },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "paseo_session" } },
    },
  };
}

function operationObject({ id, summary, roles, path, query, body, upload, response }: AdminOperation): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const required = new Set((query as { required?: string[] } | undefined)?.required ?? []);
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }));
  const who = roles === "anyone" ? "Anyone." : `Roles: ${roles.join(", ")}.`;
  const problem = {
    description: "A problem document.",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
  return {
    operationId: id,
    tags: [id.split(".")[0]],
    summary,
    description: who,
    ...(roles !== "anyone" && { security: [{ session: [] }] }),
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    ...(upload && { requestBody: { required: true, content: filesOf(upload.types) } }),
    responses: {
      200: { description: STATUS_CODES[200], content: { "application/json": { schema: response } } },
      "4XX": problem,
    },
  };
}

const filesOf = (types: readonly string[]): object =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
