import { characters } from "./characters.ts";
import { fields } from "./fields.ts";
import { oversized } from "./oversized.ts";
import type { Hostile } from "./request.ts";
import { syntax } from "./syntax.ts";

/** Hostile bodies, each with the expected problem. */
export const hostile: Hostile[] = [...oversized, ...syntax, ...characters, ...fields];
