const isoForm =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?:Z|[-+ ]\d{2}:\d{2})?)?$/;
const dayFirstForm = /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?: (?<hour>\d{2}):(?<minute>\d{2}))?$/;

/**
 * `fromdate` or `todate` as a local time to compare with EventOn, both ends counted: a day without a time begins with its
 * first second and ends with its last. Undefined when it is no date, or an impossible one.
 */
export function dateParameter(text: string, name: "fromdate" | "todate"): string | undefined {
  const parts = (isoForm.exec(text) ?? dayFirstForm.exec(text))?.groups;
  if (!parts) return undefined;
  const { year, month, day, hour, minute = "00", second = "00" } = parts;
  const date = `${year}-${month}-${day}`;
  const time = hour === undefined ? (name === "fromdate" ? "00:00:00" : "23:59:59") : `${hour}:${minute}:${second}`;
  const instant = new Date(`${date}T${time}Z`);
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${date}T${time}`);
  return isReal ? `${date}T${time}` : undefined;
}
