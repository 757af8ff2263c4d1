/** Polls until the result is not null, undefined or false, and returns it. The deadline is for what never comes, on the slowest machine. */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string,
  { withinMs = 120_000, everyMs = 20 }: { withinMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found as Exclude<T, null | undefined | false>;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
