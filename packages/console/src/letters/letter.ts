import type { Answer } from "../api/types.ts";

export type Letters = Answer<"letters.list">;
export type Letter = Letters["data"][number];
export type Kind = Letter["kind"];
export type CurrentText = Letter["texts"][number];
export type Lang = CurrentText["lang"];
