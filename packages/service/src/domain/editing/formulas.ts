/**
 * Texts in CSV that a spreadsheet would read as a formula. An apostrophe makes them texts: at the start of a cell, and behind each
 * character that some spreadsheet takes for the end of a cell. Excel splits at the separator of its country, whatever the file uses, and
 * quotes do not protect a cell that it begins in the middle of a text.
 */

const signs = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const isFormula = (text: string): boolean =>
  new RegExp(`^['\\s"]*${signs.source}`).test(text) || /^'*[\t\r\n]/.test(text);

/** Changes the apostrophes before a sign that may begin a cell. In one pass: a text can be a megabyte of line feeds. */
const behindSeparators = (text: string, change: (apostrophes: string) => string): string =>
  text.replace(/([\s";]+)('*)(?=(.?))/gs, (all, gap: string, apostrophes: string, next: string) =>
    /[;\t\r\n]/.test(gap) && signs.test(next) ? gap + change(apostrophes) : all,
  );

/** An apostrophe that was there before gets another one, so that every text can be restored. */
export function withoutFormulas(text: string): string {
  const safe = behindSeparators(text, (apostrophes) => `'${apostrophes}`);
  return isFormula(safe) ? `'${safe}` : safe;
}

/** The text that `withoutFormulas` was given. */
export function asGiven(text: string): string {
  const inside = text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
  return behindSeparators(inside, (apostrophes) => apostrophes.slice(1));
}
