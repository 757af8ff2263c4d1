import type { RunPart } from "./part.ts";

export interface Part {
  name: string;
  /** What it tries, for the list of `npm run ordeal -- --help`. */
  about: string;
  /** Its part of the time, in relation to the others. */
  share: number;
  load: () => Promise<RunPart>;
}

/** Every part, in the order in which they run. */
export const parts: Part[] = [];
