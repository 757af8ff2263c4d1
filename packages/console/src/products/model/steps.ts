/** Changes one place of a list or of a draft. */

/** Computes a value from the current one. */
export type Change<T> = (make: (value: T) => T) => void;

export const replaced = <T>(list: readonly T[], n: number, make: (value: T) => T): T[] =>
  list.map((value, m) => (m === n ? make(value) : value));

export const without = <T>(list: readonly T[], n: number): T[] => list.filter((_, m) => m !== n);
