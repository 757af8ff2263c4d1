/** One measurement of Paseo and of its reference in the same run, and the smallest acceptable ratio. */
export interface ResultRow {
  name: string;
  unit: string;
  ours: number;
  reference: number;
  /** Median of the ratios of the rounds. Each round runs both sides, so that noise affects both equally. Larger is better. */
  ratio: number;
  against: string;
  /** Null if the measurement has no goal. */
  goal: number | null;
}

export function ratioRow(
  what: Pick<ResultRow, "name" | "unit" | "against" | "goal">,
  rates: { ours: number[]; reference: number[] },
): ResultRow {
  const ratios = rates.ours.map((ours, round) => ours / rates.reference[round]!);
  return { ...what, ours: median(rates.ours), reference: median(rates.reference), ratio: median(ratios) };
}

/** A quantity that should be small: milliseconds or megabytes, compared with the greatest acceptable value. */
export function upperLimitRow(what: Pick<ResultRow, "name" | "unit">, ours: number, most: number): ResultRow {
  return { ...what, ours, reference: most, ratio: most / ours, against: `${what.unit} at most`, goal: 1 };
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const rowsBelowGoal = (rows: ResultRow[]): ResultRow[] =>
  rows.filter(({ ratio, goal }) => goal !== null && !(ratio >= goal));

/** Prints the measurements as a table. */
export function printRows(rows: ResultRow[]): void {
  console.table(
    rows.map((row) => ({
      what: row.name,
      ours: `${formatFigure(row.ours)} ${row.unit}`,
      reference: `${formatFigure(row.reference)} (${row.against})`,
      ratio: row.ratio.toFixed(2),
      goal: row.goal === null ? "" : row.goal.toFixed(2),
    })),
  );
}

/** Formats a number with at least three digits: 12,345 and 123, but 12.3. */
export const formatFigure = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });
