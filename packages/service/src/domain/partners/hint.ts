/** A sentence that tells a partner's developers how to avoid an error. */
export interface Hint {
  /** Who has to act: the partner's developers, nobody (part of normal business), or this service. */
  whose: "partner" | "course" | "service";
  en: string;
  es: string;
  pt: string;
}
