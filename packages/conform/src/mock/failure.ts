import { STATUS_CODES } from "node:http";
import type { Problem } from "@paseo/contract";

/** Thrown when a request fails; the answer is these problem details. */
export class Failure extends Error {
  override name = "Failure";
  readonly problem: Problem;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: string,
    { errors, headers = {} }: { errors?: Problem["errors"]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    const title = STATUS_CODES[status] ?? "Error";
    this.problem = { type: `urn:paseo:problem:${code}`, title, status, detail, code, ...(errors && { errors }) };
    this.headers = headers;
  }
}
