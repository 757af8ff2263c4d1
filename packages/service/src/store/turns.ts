/**
 * Work that is done for many at once: all who ask while it is under way share the next. It follows itself with two turns of
 * the event loop in between: one in which those who waited are answered, and one that brings what they ask next. So each
 * does twice as much as one that begins as soon as it may, and is done half as often.
 */

/**
 * Gives the batch that is to be worked on next, made by `make` where there is none. `work` begins after whoever holds the
 * batch has got it, and returns what tells them; it never rejects.
 */
export function inTurns<B>(make: () => B, work: (batch: B) => Promise<() => void>): () => B {
  let next: B | undefined;
  let isBusy = false;

  function begin(): void {
    if (next === undefined) {
      isBusy = false;
      return;
    }
    const batch = next;
    next = undefined;
    void work(batch).then((tell) =>
      setImmediate(() => {
        tell();
        setImmediate(begin);
      }),
    );
  }

  return () => {
    next ??= make();
    if (!isBusy) {
      isBusy = true;
      setImmediate(begin);
    }
    return next;
  };
}
