/** Changes one place of a list or of a draft. */

/** Computes a value from the current one. */
export type ProductChange<T> = (make: (value: T) => T) => void;

export const replaceAt = <T>(list: readonly T[], n: number, make: (value: T) => T): T[] =>
  list.map((value, m) => (m === n ? make(value) : value));

export const removeAt = <T>(list: readonly T[], n: number): T[] => list.filter((_, m) => m !== n);

export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const others = removeAt(list, from);
  return [...others.slice(0, to), list[from]!, ...others.slice(to)];
}

/** Gives an input its pointer, its value and its change, by the name of a field of `values`. `at`: the pointer of `values`. */
export const inputBinder =
  <T extends object>(at: string, values: T, set: (fields: Partial<T>) => void) =>
  <Name extends { [K in keyof T]-?: T[K] extends string ? K : never }[keyof T] & string>(name: Name) => ({
    at: `${at}/${name}`,
    value: values[name] as string,
    onChange: (value: string) => set({ [name]: value } as Partial<T>),
  });
