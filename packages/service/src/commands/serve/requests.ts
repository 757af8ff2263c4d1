/** Numbered requests to another process. */
export class Requests<T> {
  readonly #waiting = new Map<number, (answer: T | undefined) => void>();
  #sent = 0;

  /** The answer, or undefined when it does not arrive in time. */
  send(send: (request: number) => void, withinMs: number): Promise<T | undefined> {
    const request = ++this.#sent;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const timer = setTimeout(resolve, withinMs, undefined);
    this.#waiting.set(request, resolve);
    send(request);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(request);
    });
  }

  answer(request: number, answer: T): void {
    this.#waiting.get(request)?.(answer);
  }
}
