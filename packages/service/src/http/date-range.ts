import { parseDateParameter } from "../domain/selling/dates.ts";
import { badRequest, type FieldErrors } from "./problems.ts";

/**
 * Reads a `fromdate` that names a whole day, as `yyyy-MM-dd`.
 * @throws ProblemError 400 for an impossible date, or one with a time.
 */
export function readFirstDay<P extends { fromdate?: string }>(input: P): P {
  if (input.fromdate === undefined) return input;
  const date = parseDateParameter(input.fromdate, "from");
  if (date.ok && date.wholeDay) return { ...input, fromdate: date.value.slice(0, 10) };
  const detail = `fromdate: ${date.ok ? "Only whole days are counted: write a date without a time." : date.detail}`;
  throw badRequest("invalid-parameter", detail, [{ pointer: "fromdate", detail: detail.replace(/\.$/, "") }]);
}

/**
 * Reads `fromdate` and `todate` as local times, both included.
 * @throws ProblemError 400 for an impossible date, or an end before its start.
 */
export function readDateRange<P extends { fromdate?: string; todate?: string }>(input: P): P {
  const errors: FieldErrors = [];
  const read = (name: "fromdate" | "todate"): string | undefined => {
    const text = input[name];
    if (text === undefined) return undefined;
    const date = parseDateParameter(text, name === "fromdate" ? "from" : "to");
    if (date.ok) return date.value;
    errors.push({ pointer: name, detail: `${name}: ${date.detail.replace(/\.$/, "")}` });
    return undefined;
  };
  const range = { fromdate: read("fromdate"), todate: read("todate") };
  if (range.fromdate && range.todate && range.todate < range.fromdate)
    errors.push({ pointer: "todate", detail: "todate is before fromdate" });
  if (errors.length > 0)
    throw badRequest("invalid-parameter", errors.map(({ detail }) => `${detail}.`).join(" "), errors);
  return { ...input, ...Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined)) };
}
