import type { Parameter } from "../operations.ts";
import { parameterSchema } from "./openapi-schemas.ts";

/** The generator of OpenAPI 3.1 documents: the partner interface and the back office describe their operations to it. */

export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /** Alternatives; an empty alternative needs no key. If omitted, the document's default applies. */
  security?: Record<string, string[]>[];
  parameters: (DocumentedParameter | HeaderParameter)[];
  /** The request body by media type. */
  body?: Record<string, object>;
  responses: Record<string, object>;
  /** Requests that the service sends to a partner after this request, by name. */
  callbacks?: Record<string, object>;
  /** Whether the reference page leaves the operation out. */
  hidden?: boolean;
}

export interface DocumentedParameter extends Parameter {
  description?: string;
  example?: string;
}

export interface HeaderParameter extends Omit<DocumentedParameter, "in"> {
  in: "header";
}

export function openapiDocument(head: object, operations: readonly DocumentedOperation[], components: object): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = operationObject(operation);
  }
  return { openapi: "3.1.0", ...head, paths, components };
}

export const operationObject = ({
  id,
  summary,
  description,
  tag,
  security,
  parameters,
  body,
  responses,
  callbacks,
  hidden,
}: Omit<DocumentedOperation, "method" | "path">) => ({
  operationId: id,
  summary,
  ...(description && { description }),
  tags: [tag],
  ...(security && { security }),
  parameters: parameters.map(({ schema, ...parameter }) => ({ ...parameter, schema: parameterSchema(schema) })),
  ...(body && { requestBody: { required: true, content: body } }),
  responses,
  ...(callbacks && { callbacks }),
  ...(hidden && { "x-scalar-ignore": true }),
});
