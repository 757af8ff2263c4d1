import { refusal } from "../../texts/field-refusals.ts";
import type { FileProblem } from "./schedules.ts";

interface Named {
  value: string;
  pointer: string;
}

/** Stores the first position of each value that must be unique. */
export class FirstPositions {
  readonly #kinds = new Map<string, Map<string, string>>();

  /** Reports values that repeat an earlier value. */
  repeated(kind: string, values: readonly Named[]): FileProblem[] {
    const first = this.#kinds.get(kind) ?? new Map<string, string>();
    this.#kinds.set(kind, first);
    return values.flatMap(({ value, pointer }) => {
      const before = first.get(value);
      if (before === undefined) first.set(value, pointer);
      return before === undefined ? [] : [{ pointer, ...refusal("already-appears", { value, place: before }) }];
    });
  }
}

export const findDuplicates = (values: readonly Named[]): FileProblem[] => new FirstPositions().repeated("", values);
