import { isIP } from "node:net";
import type { BookRequest } from "@paseo/contract";

/** Checks fields of a book request that its schema cannot: addresses. */
export function bookRequestProblems(request: BookRequest): { pointer: string; detail: string }[] {
  const problems: { pointer: string; detail: string }[] = [];
  if (isIP(request.remoteHost) === 0)
    problems.push({ pointer: "/remoteHost", detail: "remoteHost must be an IP address" });
  if (request.callbackUrl && !isHttpUrl(request.callbackUrl))
    problems.push({ pointer: "/callbackUrl", detail: "callbackUrl must be an absolute http or https address" });
  return problems;
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === ""
  );
}
