import type { Answer } from "@paseo/contract";

/** Returns the names of the passengers, in their order; passengers without a name are left out. */
export function passengerNames(answers: readonly Answer[]): string[] {
  const given = (code: string) => answers.filter((answer) => answer.code === code).map(({ value }) => value.trim());
  const [first, last] = [given("passenger-first-name"), given("passenger-last-name")];
  return Array.from({ length: Math.max(first.length, last.length) }, (_, n) =>
    [first[n], last[n]].filter(Boolean).join(" "),
  ).filter((name) => name);
}

/** Returns the name of an order: the name of its first passenger. Null where no names are known. */
export const leadName = (answers: readonly Answer[]): string | null => passengerNames(answers)[0] ?? null;
