/**
 * What a scanner types. It sends key presses of its own keyboard language, and a computer with other keys makes other characters of them.
 * The service and the console undo this for scanners with American keys at a Spanish or Portuguese computer.
 */

/** The characters of American keys on the keys of another language, by the characters that its computer makes of `://`. */
const layouts: readonly { begins: RegExp; keys: Readonly<Record<string, string>> }[] = [
  // Spain, Latin America and Portugal.
  {
    begins: /^https?[ñç]--/i,
    keys: {
      Ñ: ":",
      ñ: ":",
      Ç: ":",
      ç: ":",
      "-": "/",
      "'": "-",
      "?": "_",
      _: "?",
      "·": "#",
      "\u00a1": "=",
      "¿": "=",
      "»": "=",
    },
  },
  // Brazil (ABNT2).
  { begins: /^https?ç;;/i, keys: { Ç: ":", ç: ":", ";": "/", ":": "?" } },
];

/** A code or a reference whose hyphens became apostrophes. */
const codeWithApostrophes = /^[A-Z0-9]+(?:['’´][A-Z0-9]+)+$/i;

/** Returns a scanned or typed text with the characters that its code has. Any other text is returned unchanged. */
export function readScannedText(text: string): string {
  const trimmed = text.trim();
  if (codeWithApostrophes.test(trimmed)) return trimmed.replace(/['’´]/g, "-");
  const layout = layouts.find(({ begins }) => begins.test(trimmed));
  return layout ? [...trimmed].map((typed) => layout.keys[typed] ?? typed).join("") : trimmed;
}

/** Returns whether a text looks like an address that a scanner with other keys has typed, and that `readScannedText` cannot undo. */
export const hasOtherKeys = (text: string): boolean => /^https?[^:a-z0-9]/i.test(readScannedText(text));
