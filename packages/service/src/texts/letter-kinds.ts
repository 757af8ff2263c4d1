/** Letters that the service sends to guests of its own accord. */
export const letterKinds = ["confirmation", "reminder", "change", "cancellation", "thanks"] as const;
export type LetterKind = (typeof letterKinds)[number];
