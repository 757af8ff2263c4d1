import { useState } from "react";
import { ApiError } from "../api/client.ts";

/**
 * What is wrong with which field of a dialog: what is seen here, once it was tried, and what the service named. `checks`
 * are by JSON pointer.
 */
export function useFieldProblems(error: unknown, checks: Record<string, string | false>) {
  const [tried, setTried] = useState(false);
  const named = new Map(
    error instanceof ApiError && error.status === 400
      ? error.fields.map(({ pointer, detail }) => [pointer, detail])
      : [],
  );
  const problemOf = (pointer: string): string | undefined =>
    (tried && checks[pointer]) || (pointer in checks ? named.get(pointer) : undefined) || undefined;
  return {
    /** Of a text field: what is wrong with it in place of what is said of it. */
    field: (pointer: string, lead?: string) => {
      const problem = problemOf(pointer);
      return { error: problem !== undefined, helperText: problem ?? lead };
    },
    /** Notes that it is tried; whether nothing is seen to be wrong. */
    tryNow: (): boolean => {
      setTried(true);
      const fits = Object.values(checks).every((check) => !check);
      // Once it is marked, the first wrong field has the focus.
      if (!fits)
        setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
      return fits;
    },
  };
}
