/**
 * Returns whether a JSON text has objects and lists within each other beyond a depth. It is checked before parsing, because the parser would
 * build all 100,000 levels first.
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) at = stringEnd(text, at);
    else if (character === brace || character === bracket) {
      if (++depth > most) return true;
    } else if (character === closingBrace || character === closingBracket) depth--;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [brace, bracket, closingBrace, closingBracket] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Returns the position of the end of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === backslash) at++;
    else if (character === quote) return at;
  }
  return text.length;
}
