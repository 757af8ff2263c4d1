import { decode, type Format, operations } from "@paseo/contract";
import { SaxesParser } from "saxes";
import type { Answer, FuzzRequest } from "./target.ts";

/** Describes in one line what is wrong with an answer; undefined when it is correct. */
export function answerFault({ family, raw, path }: FuzzRequest, { status, headers, body }: Answer): string | undefined {
  const type = headers["content-type"] ?? "";
  const isShed = status === 503 && headers["retry-after"] !== undefined;
  if (status > 499 && !isShed) return `${family} is answered with ${status}`;
  if (raw !== undefined || body.length === 0) return undefined;
  const text = body.toString();
  const isEncoded = headers["content-encoding"] !== undefined;
  if (isEncoded) return undefined;
  if (/json/.test(type)) {
    const value = parsed(text);
    if (value === undefined) return `${family} is answered with JSON that cannot be read`;
    if (/problem/.test(type) && typeof value.code !== "string")
      return `${family} is answered with a problem without code`;
  }
  if (/^application\/(problem\+)?xml/.test(type) && !isWellFormed(text))
    return `${family} is answered with XML that cannot be read`;
  const operation = operations[family.split(" ")[0] as keyof typeof operations];
  // An invalid address may be the address of another operation, or of an HTML page.
  if (!operation || status !== 200 || !isAddressOf(operation.path, path)) return undefined;
  const form = /^application\/(json|xml)/.exec(type)?.[1] as Format | undefined;
  if (form === undefined) return undefined;
  const read = decode(operation.response, text, form, { namespace: "urn:paseo:partner" });
  return read.ok ? undefined : `${family} is answered with ${form} that does not fit its schema`;
}

/** Compares like the router: in any letter case, and with or without a slash at the end. */
function isAddressOf(pattern: string, path: string): boolean {
  const address = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/?]+")}/?([?#]|$)`, "i");
  return address.test(path);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isWellFormed(text: string): boolean {
  try {
    new SaxesParser({ xmlns: true }).write(text).close();
    return true;
  } catch {
    return false;
  }
}
