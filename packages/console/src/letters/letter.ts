import type { ApiAnswer } from "../api/types.ts";

export type GuestLetters = ApiAnswer<"letters.list">;
export type GuestLetter = GuestLetters["data"][number];
export type LetterKind = GuestLetter["kind"];
export type CurrentText = GuestLetter["texts"][number];
export type LetterLanguage = CurrentText["lang"];

/** Kinds of letters to partners. */
type PartnerKind = ApiAnswer<"partners.letters">["data"][number]["kind"];
const partnerKinds: Record<PartnerKind, true> = { statement: true, "limit-near": true, "limit-over": true };

export const isPartnerKind = (kind: LetterKind): kind is PartnerKind => kind in partnerKinds;
