/** Letters that the service sends to guests of its own accord. */
export const guestLetterKinds = ["confirmation", "reminder", "change", "cancellation", "thanks"] as const;
export type GuestLetterKind = (typeof guestLetterKinds)[number];

/** Letters to the contacts for accounts of a partner. */
export const partnerLetterKinds = ["statement", "limit-near", "limit-over"] as const;
export type PartnerLetterKind = (typeof partnerLetterKinds)[number];

export const letterKinds = [...guestLetterKinds, ...partnerLetterKinds] as const;
export type LetterKind = (typeof letterKinds)[number];

export const isPartnerLetter = (kind: LetterKind): kind is PartnerLetterKind =>
  (partnerLetterKinds as readonly LetterKind[]).includes(kind);
