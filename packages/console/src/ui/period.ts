import { useSearchParams } from "react-router";
import { addDays, dayNumber, today } from "../format/days.ts";
import { useStoreZone } from "../session/hooks.ts";

/**
 * The period of a report in the page's address: a number of days until today, or two dates. Days are local days in the store's time zone.
 */

export const periodPresets = [7, 30, 90, 365] as const;

export interface Period {
  /** The number of days; null for a range of dates. */
  days: number | null;
  /** `yyyy-MM-dd`; empty for the service's default, the thirty days until today. */
  from: string;
  to: string;
  /** The dates, by the browser's clock while the service has not answered. */
  dates: { from: string; to: string };
  choose: (days: number) => void;
  between: (from: string, to: string) => void;
}

export function usePeriod(): Period {
  const [parameters, setParameters] = useSearchParams();
  const [from, to] = [dayIn(parameters.get("from")), dayIn(parameters.get("to"))];
  const known = periodPresets.find((preset) => String(preset) === parameters.get("days"));
  const zone = useStoreZone();
  const days = from && to ? null : (known ?? 30);
  const dates = days === null ? { from, to } : lastDays(days, zone);
  const set = (values: Record<string, string>) =>
    setParameters(
      (before) => {
        for (const name of ["days", "from", "to"]) before.delete(name);
        for (const [name, value] of Object.entries(values)) before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return {
    days,
    dates,
    // The service's clock decides what today is, so the default of thirty days is not sent.
    ...(days === 30 ? { from: "", to: "" } : dates),
    choose: (chosen) => set({ days: String(chosen) }),
    between: (first, last) => set({ from: first, to: last }),
  };
}

const lastDays = (days: number, timeZone: string | undefined) => {
  const to = today(timeZone);
  return { from: addDays(to, 1 - days), to };
};

const dayIn = (text: string | null): string => (text && dayNumber(text) !== null ? text : "");
