/** Days of the year with other prices, `MM-dd` to `MM-dd`; a season may run over the turn of the year. */
interface Season {
  from: string;
  to: string;
  percent: number;
}

const seasons = {
  summer: [
    { from: "06-15", to: "09-15", percent: 115 },
    { from: "12-20", to: "01-06", percent: 125 },
  ],
  spring: [
    { from: "03-20", to: "05-31", percent: 120 },
    { from: "12-20", to: "01-06", percent: 125 },
  ],
  southern: [
    { from: "12-18", to: "02-28", percent: 125 },
    { from: "07-05", to: "07-31", percent: 110 },
  ],
  sun: [
    { from: "12-15", to: "04-15", percent: 120 },
    { from: "09-01", to: "10-31", percent: 85 },
  ],
  dry: [
    { from: "06-01", to: "08-31", percent: 120 },
    { from: "01-15", to: "03-15", percent: 90 },
  ],
} as const satisfies Record<string, readonly Season[]>;

export type SeasonCode = keyof typeof seasons;

/** Per cent of the plain price asked on a day of the year, `MM-dd`. */
export function seasonPercent(code: SeasonCode, monthDay: string): number {
  const season = seasons[code].find(({ from, to }) =>
    from <= to ? from <= monthDay && monthDay <= to : from <= monthDay || monthDay <= to,
  );
  return season?.percent ?? 100;
}
