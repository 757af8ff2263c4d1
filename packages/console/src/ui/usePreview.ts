import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict } from "../api/client.ts";

/** Previews a change, and saves exactly the previewed change. */

interface State<Input, Shown, Saved> {
  phase: "idle" | "previewing" | "ready" | "saving" | "done";
  /** The input of the preview. */
  input: Input | null;
  shown: Shown | null;
  saved: Saved | null;
  /** Whether another operator's change made a new preview necessary. */
  conflict: boolean;
  /** Whether the page made the preview when it opened, without a click. */
  isAutomatic: boolean;
  error: unknown;
}

export type Preview<Input, Shown, Saved = Shown> = State<Input, Shown, Saved> & {
  /** Previews saving. Returns the error of a refusal, or null. `isAutomatic`: the page does it when it opens, so the focus stays. */
  preview: (input: Input, options?: { isAutomatic?: boolean }) => Promise<unknown>;
  /** Saves the previewed change, or this variant of it. Returns null if the service refused it. */
  save: (variant?: Input) => Promise<Saved | null>;
  reset: (error?: unknown) => void;
};

/** A change that was saved in part. After a conflict the form previews the changes that were not saved yet. */
export class PartlySavedError<Input, Saved> extends Error {
  readonly left: Input;
  readonly saved: Saved | null;
  constructor(left: Input, saved: Saved | null, cause: unknown) {
    super("saved in part", { cause });
    this.left = left;
    this.saved = saved;
  }
}

export function usePreview<Input, Shown, Saved = Shown>({
  preview: show,
  save: make,
  again = false,
}: {
  preview: (input: Input) => Promise<Shown>;
  save: (input: Input, shown: Shown) => Promise<Saved>;
  /** After a conflict, makes a new preview. Otherwise the conflict is reported as an error. */
  again?: boolean;
}): Preview<Input, Shown, Saved> {
  const client = useQueryClient();
  const nothing: State<Input, Shown, Saved> = {
    phase: "idle",
    input: null,
    shown: null,
    saved: null,
    conflict: false,
    isAutomatic: false,
    error: null,
  };
  const [state, setState] = useState(nothing);

  const preview = async (input: Input, more: Partial<State<Input, Shown, Saved>> = {}) => {
    const started = { ...nothing, ...more, input };
    setState({ ...started, phase: "previewing" });
    try {
      const shown = await show(input);
      setState({ ...started, phase: "ready", shown });
      return null;
    } catch (error) {
      setState({ ...started, error });
      return error;
    }
  };

  const save = async (variant?: Input) => {
    const { shown } = state;
    const input = variant ?? state.input;
    if (state.phase !== "ready" || input === null || shown === null) return null;
    setState({ ...state, phase: "saving", conflict: false, error: null });
    try {
      const saved = await make(input, shown);
      setState({ ...nothing, phase: "done", input, saved });
      void client.invalidateQueries();
      return saved;
    } catch (reason) {
      const part = reason instanceof PartlySavedError ? reason : null;
      if (part?.saved) void client.invalidateQueries();
      const error = part ? part.cause : reason;
      const saved = (part?.saved ?? null) as Saved | null;
      if (again && isConflict(error)) await preview((part?.left ?? input) as Input, { saved, conflict: true });
      else setState({ ...nothing, ...(part ? {} : { phase: "ready", input, shown }), saved, error });
      return null;
    }
  };

  return {
    ...state,
    preview: (input, options) => preview(input, options),
    save,
    reset: (error = null) => setState({ ...nothing, error }),
  };
}
