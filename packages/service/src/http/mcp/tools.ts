import {
  encode,
  type Language,
  type Operation,
  type OperationId,
  operations,
  operationTexts,
  parameterText,
} from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type Type from "typebox";
import type { Caller } from "../../domain/partners/keys.ts";
import { cleanTexts } from "../../domain/selling/typed-texts.ts";
import type { Service } from "../../service.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import { notFound } from "../../web/problems.ts";
import { isUuid, readParameters } from "../../web/query.ts";
import type { PageWork } from "../cache/page-work.ts";
import { decodeRequest } from "../decode-request.ts";
import type { ReadOperation } from "../operations/read.ts";
import { refuseFields, type SaleOperation } from "../operations/sale.ts";
import { type JsonSchema, schemaForTools, shapeProblems } from "./tool-schemas.ts";

/** Makes a tool of an operation of the partner interface: with the operation's checks, limits and refusals. */

/** The caller of a tool, and the services that the tool needs. */
export interface ToolCall {
  service: Service;
  /** Limits the reads of the catalogue. */
  pageWork: PageWork;
  caller: Caller;
  request: FastifyRequest;
  input: Record<string, unknown>;
}

export interface PartnerTool {
  name: string;
  title: string;
  description: string;
  schema: JsonSchema;
  /** What the tool may change: hints for the client. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: false };
  mayUse: (caller: Caller) => boolean;
  /** @throws ProblemError as the operation does. */
  run: (call: ToolCall) => Promise<object>;
}

export const readingToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

const language = {
  type: "string",
  description: "Language of texts and messages: en, es, pt or another that the operator offers.",
  default: "en",
};

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own parameters, which its schema has checked.
type AnyRead = ReadOperation<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: each operation has its own body, which its schema has checked.
type AnySale = SaleOperation<any, any>;

interface Described {
  name: string;
  title: string;
  /** Text that follows the description of the operation. */
  more?: string;
  /** Parameters or fields that the tool does not offer. */
  without?: string[];
  /** Parameters that the tool requires and the operation does not. */
  required?: string[];
}

/** Makes a tool of a catalogue operation. */
export function readTool(
  read: AnyRead,
  { name, title, more = "", without = [], required = [] }: Described,
): PartnerTool {
  const { operation } = read;
  const parameters = operation.parameters.map((one) => ({ ...one, required: required.includes(one.name) }));
  const offered = parameters.filter(({ name }) => !without.includes(name));
  const schema = schemaForTools(
    Object.fromEntries(offered.map((one) => [one.name, { ...one.schema, description: textOf(operation, one) }])),
    required,
  );
  return {
    name,
    title,
    description: describe(operation, more),
    schema,
    annotations: readingToolHints,
    mayUse: () => true,
    async run({ service, pageWork, caller, request, input }) {
      refuseFields(shapeProblems(schema, input));
      const { values, problems } = readParameters(
        parameters,
        (one) => textFor(input[one.name]) ?? (one.name === "lang" ? "en" : undefined),
      );
      const { languages } = request.server;
      if (values.lang !== undefined && !languages.includes(values.lang as Language))
        problems.push({ pointer: "lang", ...refusal("not-one-of", { list: languages.join(", ") }) });
      refuseFields(problems.map(({ pointer, detail }) => ({ pointer, detail: `${pointer} ${detail}` })));
      const now = service.clock();
      const asked = read.check ? read.check(values, now) : values;
      const from = {
        db: service.db,
        // What pages share is for readers of a whole list.
        readOnce: <T extends object>(_of: string, make: () => Promise<T>) => make(),
        offeredLanguages: service.config.offeredLanguages,
        offer: caller.offer,
        viewer: (await read.viewer?.(service, caller, await service.currentVersion())) ?? null,
      };
      return pageWork.run("partners", async () => answerOf(operation, service, await read.make(from, asked, now)));
    },
  };
}

/** Makes a tool of an operation about sales. `fields` are the tool's own. */
export function saleTool(
  sale: AnySale,
  { name, title, more = "", without = [], required = [] }: Described,
  rest: Pick<PartnerTool, "annotations" | "mayUse">,
  fields: Record<string, JsonSchema> = {},
): PartnerTool {
  const { operation } = sale;
  const { properties = {}, required: needed = [] } = (operation.request ?? idOnly) as unknown as {
    properties?: Record<string, Type.TSchema>;
    required?: string[];
  };
  const hidden = ["apiKey", ...without];
  const offered = Object.entries(properties).filter(([field]) => !hidden.includes(field));
  const own = { lang: language, ...fields };
  const compulsory = [...needed.filter((field) => !hidden.includes(field)), ...required];
  const schema = schemaForTools({ ...Object.fromEntries(offered), ...own }, compulsory);
  return {
    ...rest,
    name,
    title,
    description: describe(operation, more),
    schema,
    async run({ service, caller, request, input: typed }) {
      const input = cleanTexts(typed);
      refuseFields(shapeProblems(schema, input));
      const { lang = "en", holdId, ...given } = input;
      const { languages } = request.server;
      if (!languages.includes(lang as Language))
        refuseFields([{ pointer: "lang", detail: `lang must be one of ${languages.join(", ")}` }]);
      const sold = operation.id === operations.eventbook.id;
      const read = bodyOf(operation, service, { ...(sold && { remoteHost: unspecified }), ...given });
      const id = idIn("id", read.id);
      const held = holdId === undefined ? undefined : idIn("holdId", holdId);
      sale.check?.(read, request);
      // The order has no address: the assistant's machine is not the traveller's.
      if (sold) read.remoteHost = "";
      const answer = await sale.run(service, {
        ...{ lang: lang as Language, id, body: operation.request ? read : null, query: {}, caller, request },
        ...{ now: service.clock(), hasGivenUp: clientHasGivenUp(request, service.config), idempotencyKey: undefined },
        ...(held !== undefined && { holdId: held }),
      });
      if (!answer) throw notFound(`There is no ${sale.unknown?.what ?? "record"} ${id}.`);
      return answerOf(operation, service, answer);
    },
  };
}

const idOnly = {
  properties: { id: { type: "string", format: "uuid", description: "The id from an earlier answer." } },
  required: ["id"],
};

const describe = (operation: Operation, more: string): string => {
  const { description } = operationTexts[operation.id as OperationId];
  // Headers belong to HTTP. An assistant does not get them.
  const text = description
    .split(/(?<=\.) /)
    .filter((sentence) => !/header|X-Api-Key|`version`/.test(sentence))
    .join(" ");
  return more === "" ? text : `${text} ${more}`;
};

const textOf = (operation: Operation, parameter: Operation["parameters"][number]): string =>
  parameter.name === "lang" ? language.description : parameterText(operation, parameter);

/** The address that fits the contract while the body is checked: an assistant does not know the address of the person. */
const unspecified = "0.0.0.0";

/** Writes a parameter as text, as in an address. */
const textFor = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Reads the body of the operation, as over HTTP. The key was checked before. */
function bodyOf({ request }: Operation, { config }: Service, given: Record<string, unknown>): Record<string, unknown> {
  if (!request) return given;
  const text = JSON.stringify({ ...given, apiKey: "-" });
  return decodeRequest(request, text, "json", config.xmlNamespace) as Record<string, unknown>;
}

function idIn(name: string, value: unknown): string {
  if (typeof value === "string" && isUuid(value)) return value.toLowerCase();
  return refuseFields([{ pointer: name, detail: `${name} must be a GUID of an earlier answer` }]) as never;
}

/** Returns the answer as partners get it in JSON. */
const answerOf = (operation: Operation, { config }: Service, value: object): object =>
  JSON.parse(encode(operation.response, value as never, "json", { namespace: config.xmlNamespace }));
