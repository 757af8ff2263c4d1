const isoFormat =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?:Z|[-+ ]\d{2}:\d{2})?)?$/;
const dayFirstFormat = /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?: (?<hour>\d{2}):(?<minute>\d{2}))?$/;

/**
 * `fromdate` or `todate` as a local time to compare with EventOn. Both ends are included: a date without a time starts at
 * 00:00:00 and ends at 23:59:59. Undefined when the text is not a date or the date does not exist.
 */
export function dateParameter(text: string, name: "fromdate" | "todate"): string | undefined {
  const parts = (isoFormat.exec(text) ?? dayFirstFormat.exec(text))?.groups;
  if (!parts) return undefined;
  const { year, month, day, hour, minute = "00", second = "00" } = parts;
  const date = `${year}-${month}-${day}`;
  const time = hour === undefined ? (name === "fromdate" ? "00:00:00" : "23:59:59") : `${hour}:${minute}:${second}`;
  const instant = new Date(`${date}T${time}Z`);
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${date}T${time}`);
  return isReal ? `${date}T${time}` : undefined;
}
