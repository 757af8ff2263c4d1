/** Start times of a schedule, typed in one field: `10:00, 12:30, 16:00`. */

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Reads typed times. `9`, `9.30`, `930` and `9h30` are times, too. Anything else stays as typed, for an error. */
export const parseTimes = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => part !== "")
    .map(timeOf);

function timeOf(typed: string): string {
  const [, hours, minutes = "00"] = /^(\d{1,2})(?:[:.h]?(\d{2})?)h?$/i.exec(typed) ?? [];
  const time = hours === undefined ? typed : `${hours.padStart(2, "0")}:${minutes}`;
  return isTime(time) ? time : typed;
}

export const timesText = (times: readonly string[]): string => times.join(", ");
