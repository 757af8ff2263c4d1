import { decode, type Format, type Operation } from "@paseo/contract";
import type { Exchange } from "./exchange.ts";
import { readXml } from "./xml-tree.ts";

/** The static type of a value that the contract's codec returns for a schema. */
export type DecodedValue<S extends Operation["response"]> = Extract<
  ReturnType<typeof decode<S>>,
  { ok: true }
>["value"];

export type HttpAnswer = Pick<Exchange, "status" | "headers" | "bytes" | "text">;

/** The value in a document of either format, in any namespace; undefined when it does not match the schema. */
export function decodeAnswer<S extends Operation["response"]>(
  schema: S,
  answer: HttpAnswer,
): DecodedValue<S> | undefined {
  const format: Format = /[/+]xml/.test(answer.headers["content-type"] ?? "") ? "xml" : "json";
  const namespace = format === "xml" ? (readXml(answer.text)?.namespace ?? "") : "";
  const decoded = decode(schema, answer.text, format, { namespace });
  return decoded.ok ? (decoded.value as DecodedValue<S>) : undefined;
}
