import type { SentRequest } from "./exchange.ts";

/** The request as a shell command. The key is masked as `$KEY` outside the single quotes, so the command works once `KEY` is set. */
export function curlLine({ method, url, headers, body }: SentRequest, key?: string): string {
  const masked = (text: string): string => quoted(text, key);
  // curl adds these headers by default; an empty one removes it.
  const removed = [
    ...("accept" in headers ? [] : ["Accept:"]),
    ...(body === undefined || "content-type" in headers ? [] : ["Content-Type:"]),
  ];
  return [
    "curl -sS",
    ...(method === "HEAD" ? ["--head"] : method === "GET" ? ["-i"] : ["-i", "-X", method]),
    ...removed.map((header) => `-H '${header}'`),
    ...Object.entries(headers).map(([name, value]) => `-H ${masked(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["--data-binary", masked(body)]),
    masked(url),
  ].join(" ");
}

function quoted(text: string, key: string | undefined): string {
  const single = (part: string): string => `'${part.replaceAll("'", `'\\''`)}'`;
  if (!key) return single(text);
  return text.split(key).map(single).join(`"$KEY"`);
}

/** The text with every occurrence of the key masked. */
export const maskKey = (text: string, key: string | undefined): string => (key ? text.replaceAll(key, "$KEY") : text);
