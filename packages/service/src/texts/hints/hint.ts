/** A sentence for a partner's developers on how to avoid an error. */
export interface Hint {
  /** The side that has to act: the partner's developers (`partner`), this service, or neither (`course`: normal business). */
  whose: "partner" | "course" | "service";
  en: string;
  es: string;
  pt: string;
}
