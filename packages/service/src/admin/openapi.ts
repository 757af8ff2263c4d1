import { STATUS_CODES } from "node:http";
import { type DocumentedOperation, openapiDocument, Problem } from "@paseo/contract";
import Type from "typebox";
import { type AdminOperation, parametersOf } from "./operation.ts";
import { refusalFields } from "./refusal-fields.ts";

/** A problem of the back office: each wrong field has the code and the values of its reason. */
const AdminProblem = Type.Object({
  ...Problem.properties,
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.String({ description: "JSON pointer to the field in the body, or the parameter's name." }),
        ...refusalFields,
      }),
    ),
  ),
});

/** Returns the OpenAPI document of the back office, made from its operations. */
export function adminOpenapi(operations: readonly AdminOperation[]): object {
  const head = {
    info: {
      title: "Paseo back office",
      version: "1",
      description:
        "The interface of the console. Sign in with `session.signIn`, send its cookie (`__Host-paseo_session` where PUBLIC_URL is https), and send `X-Paseo-Console: 1` with every change.",
    },
  };
  return openapiDocument(head, operations.map(documented), {
    schemas: { Problem: AdminProblem },
    securitySchemes: { session: { type: "apiKey", in: "cookie", name: "paseo_session" } },
  });
}

function documented(operation: AdminOperation): DocumentedOperation {
  const { id, method, path, summary, roles, body, upload, response } = operation;
  const content = upload ? filesOf(upload.types) : body && { "application/json": { schema: body } };
  return {
    id,
    method,
    path: `/admin/api${path}`,
    summary,
    tag: id.split(".")[0]!,
    description: roles === "anyone" ? "Anyone." : `Roles: ${roles.join(", ")}.`,
    ...(roles !== "anyone" && { security: [{ session: [] }] }),
    parameters: parametersOf(operation),
    ...(content && { body: content }),
    responses: {
      200: { description: STATUS_CODES[200], content: { "application/json": { schema: response } } },
      "4XX": {
        description: "Problem details (RFC 9457).",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

const filesOf = (types: readonly string[]): Record<string, object> =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
