import type { Line } from "../api/types.ts";

export type Operator = Line<"operators.list">;
