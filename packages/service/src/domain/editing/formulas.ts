/**
 * Keeps a spreadsheet from reading a text in CSV as a formula. An apostrophe marks a text: at the start of a cell, and
 * after each character that some spreadsheet reads as the end of a cell. Excel splits at its country's separator,
 * whatever the file uses, and quotes do not protect a cell that begins in the middle of a text.
 */

const signs = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const isFormula = (text: string): boolean =>
  new RegExp(`^['\\s"]*${signs.source}`).test(text) || /^'*[\t\r\n]/.test(text);

/**
 * Adds or removes the apostrophes before a sign that may begin a formula. It uses one pass, because a text can be a
 * megabyte of line feeds.
 */
const behindSeparators = (text: string, change: (apostrophes: string) => string): string =>
  text.replace(/([\s";]+)('*)(?=(.?))/gs, (all, gap: string, apostrophes: string, next: string) =>
    /[;\t\r\n]/.test(gap) && signs.test(next) ? gap + change(apostrophes) : all,
  );

/**
 * Puts an apostrophe before a sign that may begin a formula. An apostrophe of the original text gets a second apostrophe, so that every
 * text can be restored.
 */
export function withoutFormulas(text: string): string {
  const safe = behindSeparators(text, (apostrophes) => `'${apostrophes}`);
  return isFormula(safe) ? `'${safe}` : safe;
}

/** Restores the text that `withoutFormulas` changed. */
export function restoreFormulas(text: string): string {
  const inside = text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
  return behindSeparators(inside, (apostrophes) => apostrophes.slice(1));
}
