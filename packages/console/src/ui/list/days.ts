/** Days in the browser's time zone, `yyyy-MM-dd`, as bounds of instants. */

/** The instant at which a day begins; empty without a day. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return "";
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** The day of an instant; empty without an instant. */
export function dayOf(instant: string | undefined, daysLater = 0): string {
  if (!instant) return "";
  const at = new Date(instant);
  at.setDate(at.getDate() + daysLater);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
