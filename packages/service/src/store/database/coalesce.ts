/**
 * Work that is done for many at once: all who ask while it is under way share the next. It follows itself with two turns of
 * the event loop in between: one in which those who waited are answered, and one that brings what they ask next. So each
 * does twice as much as one that begins as soon as it may, and is done half as often.
 */

/**
 * Gives the batch that is to be worked on next, made by `make` where there is none. `work` begins after whoever holds the
 * batch has got it, and returns what tells them; it never rejects. Work that is under way for longer than `patienceMs` keeps
 * only its own waiting: the next begins beside it.
 */
export function inTurns<B>(make: () => B, work: (batch: B) => Promise<() => void>, patienceMs?: number): () => B {
  let next: B | undefined;
  let isBusy = false;

  function begin(): void {
    if (next === undefined) {
      isBusy = false;
      return;
    }
    const batch = next;
    next = undefined;
    let isLate = false;
    const late = (): void => {
      isLate = true;
      begin();
    };
    const patience = patienceMs === undefined ? undefined : setTimeout(late, patienceMs);
    void work(batch).then((tell) =>
      setImmediate(() => {
        clearTimeout(patience);
        tell();
        if (!isLate) setImmediate(begin);
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
