import type { Line } from "../api/types.ts";

/** A site of a partner. */
export type WhiteLabel = Line<"whiteLabels.list">;
