/** One measurement: ours and its reference in the same run, and the least ratio that is accepted. */
export interface Row {
  name: string;
  unit: string;
  ours: number;
  reference: number;
  /** Of the rounds' own ratios the middle one: each round runs both, so that a noisy second hits both alike. */
  ratio: number;
  against: string;
  goal: number;
}

export function rowOf(
  what: Pick<Row, "name" | "unit" | "against" | "goal">,
  rates: { ours: number[]; reference: number[] },
): Row {
  const ratios = rates.ours.map((ours, round) => ours / rates.reference[round]!);
  return { ...what, ours: median(rates.ours), reference: median(rates.reference), ratio: median(ratios) };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Prints the measurements as a table. */
export function printRows(rows: Row[]): void {
  const number = (value: number) => Math.round(value).toLocaleString("en");
  console.table(
    rows.map((row) => ({
      what: row.name,
      ours: `${number(row.ours)} ${row.unit}`,
      reference: `${number(row.reference)} (${row.against})`,
      ratio: row.ratio.toFixed(2),
      goal: row.goal,
    })),
  );
}
