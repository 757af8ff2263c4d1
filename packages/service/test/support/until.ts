/**
 * Looks again and again until what it finds is neither null, undefined nor false, and returns that. Fails, naming `what`,
 * when the deadline passes before.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string,
  { withinMs = 30_000, everyMs = 20 }: { withinMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found as Exclude<T, null | undefined | false>;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
