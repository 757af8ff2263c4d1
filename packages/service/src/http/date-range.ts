import { daysTooMany } from "../domain/catalogue/availability.ts";
import { parseDateParameter } from "../domain/selling/dates.ts";
import { badRequest, type FieldErrors } from "../web/problems.ts";

interface DateRange {
  fromdate?: string;
  todate?: string;
}

/**
 * Reads a `fromdate` that names a whole day, as `yyyy-MM-dd`. @throws ProblemError 400 for an impossible date, or a date with a
 * time.
 */
export function readFirstDay<P extends { fromdate?: string }>(input: P): P {
  if (input.fromdate === undefined) return input;
  const date = parseDateParameter(input.fromdate, "from");
  if (date.ok && date.wholeDay) return { ...input, fromdate: date.value.slice(0, 10) };
  const detail = `fromdate: ${date.ok ? "Only whole days are counted: write a date without a time." : date.detail}`;
  throw badRequest("invalid-parameter", detail, [{ pointer: "fromdate", detail: detail.replace(/\.$/, "") }]);
}

/**
 * Reads `fromdate` and `todate` as local times, both inclusive.
 * @throws ProblemError 400 for an impossible date, or an end before its start.
 */
export const readDateRange = <P extends DateRange>(input: P): P => readRange(input, (date) => date.value);

/**
 * Reads `fromdate` and `todate` that name whole days, as `yyyy-MM-dd`, both inclusive.
 * @throws ProblemError 400 for an impossible date, a date with a time, an end before its start, or too many days.
 */
export function readDayRange<P extends DateRange & { id?: string }>(input: P, now: Date): P {
  const days = readRange(input, (date, name, errors) => {
    if (!date.wholeDay)
      errors.push({ pointer: name, detail: `${name}: Only whole days are listed: write a date without a time` });
    return date.value.slice(0, 10);
  });
  const { most, tooMany } = daysTooMany(days, now);
  if (tooMany <= 0) return days;
  const detail = `todate is ${tooMany} ${tooMany === 1 ? "day" : "days"} too late: at most ${most} days are listed ${days.id ? "with" : "without"} id`;
  throw badRequest("invalid-parameter", `${detail}.`, [{ pointer: "todate", detail }]);
}

type GivenDate = Extract<ReturnType<typeof parseDateParameter>, { ok: true }>;

function readRange<P extends DateRange>(
  input: P,
  textOf: (date: GivenDate, name: keyof DateRange, errors: FieldErrors) => string,
): P {
  const errors: FieldErrors = [];
  const read = (name: keyof DateRange): string | undefined => {
    const text = input[name];
    if (text === undefined) return undefined;
    const date = parseDateParameter(text, name === "fromdate" ? "from" : "to");
    if (date.ok) return textOf(date, name, errors);
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
