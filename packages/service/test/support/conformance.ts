import assert from "node:assert/strict";
import type { Format } from "@paseo/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { refusals } from "../../../contract/test/support/xml.ts";
import { type Answer, send } from "./wire.ts";

/** The documents that a service serves about itself. */
export interface Description {
  openapi: OpenApi;
  schemaXsd: string;
  problemXsd: string;
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string } & Response> }>>;
  components: { responses: Record<string, Response>; schemas: object };
}
interface Response {
  content: Record<string, { schema: { $ref: string } }>;
}

export async function describedBy(url: string): Promise<Description> {
  const [openapi, schemaXsd, problemXsd] = await Promise.all(
    ["/openapi.json", "/schema.xsd", "/problem.xsd"].map(async (path) => (await send(url + path)).text),
  );
  return { openapi: JSON.parse(openapi!), schemaXsd: schemaXsd!, problemXsd: problemXsd! };
}

/**
 * Compares answers with the service's own description. JSON is compared at once with the OpenAPI document. All XML is compared together
 * with the XSD, which is compiled once.
 */
export class Conformance {
  readonly #description: Description;
  readonly #ajv: Ajv2020;
  readonly #documents: string[] = [];
  /** Number of answers that were compared with their description. */
  readonly checked: Record<Format, number> = { json: 0, xml: 0 };

  constructor(description: Description) {
    this.#description = description;
    // `xml` is OpenAPI's own keyword. In strict mode any other unknown keyword is an error. Otherwise it would be a rule that is never
    // checked.
    this.#ajv = addFormats.default(new Ajv2020({ strict: true, keywords: ["xml", "components"] }));
    this.#ajv.addSchema({ $id: "urn:paseo:openapi", components: description.openapi.components });
  }

  /** Fails when the OpenAPI document does not give the operation this answer, or when the JSON does not fit. */
  check({ operation, format, status, contentType, text }: Answer): void {
    this.checked[format] += 1;
    const what = `${operation.method} ${operation.path} answers ${status}`;
    const responses = this.#description.openapi.paths[operation.path]![operation.method.toLowerCase()]!.responses;
    const given = responses[status];
    assert.ok(given, `${what}, which /openapi.json does not have`);
    const response = given.$ref
      ? this.#description.openapi.components.responses[given.$ref.split("/").at(-1)!]!
      : given;
    const content = response.content[contentType.split(";")[0]!];
    assert.ok(content, `${what} in ${contentType}, which /openapi.json does not have`);
    if (format === "xml") this.#documents.push(text);
    else this.#fits(what, content.schema.$ref, JSON.parse(text));
  }

  #fits(what: string, reference: string, value: unknown): void {
    const isValid = this.#ajv.getSchema(`urn:paseo:openapi${reference}`);
    assert.ok(isValid, `${what}, whose schema ${reference} is not there`);
    assert.ok(isValid(value), `${what} with JSON that does not fit: ${this.#ajv.errorsText(isValid.errors)}`);
  }

  /** Returns the XML answers that the service's schema refuses, each with libxml2's message. */
  refusedBySchema(): string[] {
    const { schemaXsd, problemXsd } = this.#description;
    return refusals(this.#documents, { "schema.xsd": schemaXsd, "problem.xsd": problemXsd }).map(
      ({ document, complaint }) => `${complaint}\n${document}`,
    );
  }
}
