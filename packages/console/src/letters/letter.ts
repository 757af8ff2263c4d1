import type { ApiAnswer } from "../api/types.ts";

export type GuestLetters = ApiAnswer<"letters.list">;
export type GuestLetter = GuestLetters["data"][number];
export type LetterKind = GuestLetter["kind"];
export type CurrentText = GuestLetter["texts"][number];
export type LetterLanguage = CurrentText["lang"];
