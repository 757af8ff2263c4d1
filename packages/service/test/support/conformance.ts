import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Form } from "@paseo/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Answer, send } from "./wire.ts";

/** What a service says of its own answers: the documents that it serves. */
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
 * Holds answers against the service's own description: JSON at once against the OpenAPI document, XML all together in
 * one run of xmllint against the XSD, for a process takes longer to start than a document to check.
 */
export class Conformance {
  readonly #description: Description;
  readonly #ajv: Ajv2020;
  readonly #documents: string[] = [];
  /** Answers held against their description so far. */
  readonly checked: Record<Form, number> = { json: 0, xml: 0 };

  constructor(description: Description) {
    this.#description = description;
    // `xml` is OpenAPI's own keyword. Strict mode makes any other stranger an error rather than a rule that does not hold.
    this.#ajv = addFormats.default(new Ajv2020({ strict: true, keywords: ["xml", "components"] }));
    this.#ajv.addSchema({ $id: "urn:paseo:openapi", components: description.openapi.components });
  }

  /** Fails when the answer is not among those that the OpenAPI document gives the operation, or is JSON that does not fit. */
  check({ operation, form, status, contentType, text }: Answer): void {
    this.checked[form] += 1;
    const what = `${operation.method} ${operation.path} answers ${status}`;
    const responses = this.#description.openapi.paths[operation.path]![operation.method.toLowerCase()]!.responses;
    const given = responses[status];
    assert.ok(given, `${what}, which /openapi.json does not have`);
    const response = given.$ref
      ? this.#description.openapi.components.responses[given.$ref.split("/").at(-1)!]!
      : given;
    const content = response.content[contentType.split(";")[0]!];
    assert.ok(content, `${what} in ${contentType}, which /openapi.json does not have`);
    if (form === "xml") this.#documents.push(text);
    else this.#fits(what, content.schema.$ref, JSON.parse(text));
  }

  #fits(what: string, reference: string, value: unknown): void {
    const isValid = this.#ajv.getSchema(`urn:paseo:openapi${reference}`);
    assert.ok(isValid, `${what}, whose schema ${reference} is not there`);
    assert.ok(isValid(value), `${what} with JSON that does not fit: ${this.#ajv.errorsText(isValid.errors)}`);
  }

  /** The XML answers that the service's schema refuses, each with what xmllint says of it. */
  refusedByXmllint(): string[] {
    const folder = mkdtempSync(join(tmpdir(), "paseo-conformance-"));
    try {
      writeFileSync(join(folder, "schema.xsd"), this.#description.schemaXsd);
      writeFileSync(join(folder, "problem.xsd"), this.#description.problemXsd);
      const names = this.#documents.map((text, index) => {
        writeFileSync(join(folder, `${index}.xml`), text);
        return `${index}.xml`;
      });
      return xmllint(folder, names).map(
        ({ name, complaint }) => `${complaint}\n${this.#documents[Number.parseInt(name, 10)]}`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** The documents that do not fit `schema.xsd`, which lies beside them. */
function xmllint(folder: string, names: string[]): { name: string; complaint: string }[] {
  const { error, stderr, status } = spawnSync("xmllint", ["--nonet", "--noout", "--schema", "schema.xsd", ...names], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  assert.ok(!error, "xmllint is needed to check the XML answers: install it (Debian: apt-get install libxml2-utils)");
  const lines = stderr.split("\n");
  const valid = new Set(lines.flatMap((line) => /^(.*) validates$/.exec(line)?.[1] ?? []));
  const refused = names.filter((name) => !valid.has(name));
  // Fails when the schema itself cannot be compiled, too.
  assert.equal(status === 0, refused.length === 0, stderr.slice(0, 5000));
  return refused.map((name) => ({
    name,
    complaint: lines.find((line) => line.startsWith(`${name}:`)) ?? stderr.slice(0, 500),
  }));
}
