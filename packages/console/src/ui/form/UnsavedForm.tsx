import { useFormState } from "react-hook-form";
import { Unsaved } from "./Unsaved.tsx";

/** Warns before typed values of the surrounding form are lost, until it is saved. */
export function UnsavedForm({ saved }: { saved: boolean }) {
  const { isDirty } = useFormState();
  return <Unsaved when={isDirty && !saved} />;
}
