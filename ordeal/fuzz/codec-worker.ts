import { isDeepStrictEqual } from "node:util";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import {
  decode,
  decodeText,
  encode,
  exampleRequests,
  exampleResponses,
  type Format,
  operations,
} from "@paseo/contract";
import { type Model, modelOf } from "../../packages/contract/src/codec/model.ts";
import type { Finding, PartReport } from "../part.ts";
import type { CodecOptions } from "./codec.ts";
import { Coverage } from "./coverage.ts";
import { mutateText } from "./mutate.ts";
import { Random } from "./random.ts";

/**
 * Mutates documents and stores the documents that reach new code in the XML reader and the codecs. No input may make a codec
 * throw or hang. A decoded value must be the same after encoding to JSON and to XML, where white space around a token does not
 * count.
 */

const namespace = "urn:paseo:partner";
const schemas = Object.values(operations).flatMap((one) => ["request" in one ? one.request : one.response]);
type Input = { text: string; form: Format; schema: number };

const { seed, ms, inputs } = workerData as CodecOptions;
const random = new Random(seed);
const coverage = await Coverage.start(/packages\/contract\/src\/|\/saxes\//);
const corpus = seeds();
const findings = new Map<string, Finding>();
const end = performance.now() + ms;
let tried = 0;
let read = 0;
let slowest = 0;
const first = corpus.length;
for (const input of corpus) await attempt(input);
while (tried < inputs && performance.now() < end && receiveMessageOnPort(parentPort!) === undefined) {
  const parent = random.pick(corpus);
  const text = random.chance(0.15) ? spliced(parent) : mutateText(parent.text, random, parent.form);
  const input = { ...parent, text, schema: random.chance(0.05) ? random.int(schemas.length) : parent.schema };
  if (await attempt(input)) corpus.push(input);
}
const report: Pick<PartReport, "figures" | "findings"> = {
  figures: {
    "codec inputs": tried,
    "codec inputs that are read and come back the same": read,
    "codec inputs that reached new code": corpus.length - first,
    "codec, blocks of code reached": coverage.reached,
    "codec, slowest input, ms": Math.round(slowest),
  },
  findings: [...findings.values()],
};
parentPort!.postMessage(report);

function seeds(): Input[] {
  return Object.values(operations).flatMap(({ id }, schema) => {
    const value = (exampleRequests as Record<string, object>)[id] ?? (exampleResponses as Record<string, object>)[id]!;
    return (["json", "xml"] as const).map((form) => ({
      text: encode(schemas[schema] as never, value as never, form, { namespace }),
      form,
      schema,
    }));
  });
}

/** Inserts a part of one document into another of the same format. */
function spliced({ text, form }: Input): string {
  const other = random.pick(corpus.filter((one) => one.form === form)).text;
  const from = random.int(other.length);
  const at = random.int(text.length + 1);
  return text.slice(0, at) + other.slice(from, from + random.int(300)) + text.slice(at);
}

/** Runs one input. Returns whether it reached code that no other input has reached. */
async function attempt(input: Input): Promise<boolean> {
  tried++;
  const startedAt = performance.now();
  const fault = faultOf(input);
  const took = performance.now() - startedAt;
  slowest = Math.max(slowest, took);
  if (fault) add(fault, input);
  else if (took > 2000) add("a codec takes more than two seconds", input);
  return coverage.grew();
}

function add(title: string, { text, form, schema }: Input): void {
  if (findings.has(title) || findings.size > 50) return;
  const detail = `${form}, schema of ${Object.keys(operations)[schema]}`;
  findings.set(title, { title, detail, replay: JSON.stringify(text.slice(0, 20_000)) });
}

function faultOf({ text, form, schema }: Input): string | undefined {
  const type = schemas[schema]!;
  try {
    const bytes = random.chance(0.02) ? decodeText(Buffer.from(text, "utf16le"), undefined, form) : undefined;
    const decoded = decode(type, bytes?.ok ? bytes.text : text, form, { namespace });
    if (!decoded.ok) {
      const { detail } = decoded.problem;
      return detail.length === 0 || detail.length > 20_000 ? "a problem has no detail, or a very long one" : undefined;
    }
    read++;
    const values = { json: decoded.value, xml: withTokens(modelOf(type), decoded.value) };
    for (const other of ["xml", "json"] as const) {
      const again = decode(type, encode(type as never, decoded.value as never, other, { namespace }), other, {
        namespace,
      });
      // Without white space, a token can be too short.
      if (!again.ok && other === "xml" && !isDeepStrictEqual(values.xml, decoded.value)) continue;
      if (!again.ok) return `what was read from ${form} cannot be read again from ${other}`;
      if (!isDeepStrictEqual(again.value, values[other]))
        return `what was read from ${form} is another value in ${other}`;
    }
    return undefined;
  } catch (error) {
    return `a codec throws: ${String((error as Error).message).slice(0, 80)}`;
  }
}

/** A value as XML has it: the texts of attributes are tokens (identifiers and codes), without white space around them. */
function withTokens(model: Model, value: unknown): unknown {
  if (model.kind === "list") return (value as unknown[]).map((item) => withTokens(model.items, item));
  if (model.kind !== "record") return value;
  const record = { ...(value as Record<string, unknown>) };
  for (const { key, attribute, value: field } of model.fields) {
    const given = record[key];
    if (attribute && typeof given === "string") record[key] = given.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
    else if (given !== undefined && given !== null) record[key] = withTokens(field, given);
  }
  return record;
}
