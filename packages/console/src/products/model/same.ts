import { useRef } from "react";

/** Keeps the identity of unchanged parts of a draft, so that memoised parts of the form are not rendered again at every key. */

/** Returns the former object while these fields have the same values. */
export function useSameWhile<T extends object>(whole: T, names: readonly (keyof T)[]): T {
  const former = useRef(whole);
  if (names.some((name) => !Object.is(whole[name], former.current[name]))) former.current = whole;
  return former.current;
}

/** Maps a list. If no entry changes, the list itself is returned. */
export function mapChanged<T>(list: T[], make: (value: T, n: number) => T): T[] {
  const made = list.map(make);
  return made.every((value, n) => Object.is(value, list[n])) ? list : made;
}
