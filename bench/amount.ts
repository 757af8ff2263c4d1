/** Reads a number above 0 from the command line. Throws for anything else. */
export function parsePositiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${text} is not a number above 0`);
  return value;
}
