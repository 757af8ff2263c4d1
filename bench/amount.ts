/** A number above 0 of the command line. Throws for anything else, of which a run would make nonsense. */
export function amount(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${text} is not a number above 0`);
  return value;
}
