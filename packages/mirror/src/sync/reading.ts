import type { PaseoClient } from "@paseo/client";
import { NotFound } from "@paseo/client";
import type { Paged, Product, ProductSummary } from "@paseo/contract";

/** Reading from the service while the copy is written. */

/** The pages in batches of up to `most`, read while the previous batch is written. Throws an error after the pages before it. */
export async function* readPagesAhead<T>(pages: AsyncIterable<T>, most: number): AsyncGenerator<T[], void, undefined> {
  const waiting: T[] = [];
  let ended = false;
  let failure: { error: unknown } | undefined;
  let stopped = false;
  let wake = () => {};
  const change = () => new Promise<void>((resolve) => (wake = resolve));
  const reading = (async () => {
    try {
      for await (const page of pages) {
        waiting.push(page);
        wake();
        while (waiting.length >= most && !stopped) await change();
        if (stopped) return;
      }
    } catch (error) {
      failure = { error };
    } finally {
      ended = true;
      wake();
    }
  })();
  try {
    for (;;) {
      while (waiting.length === 0 && !ended) await change();
      if (waiting.length === 0) break;
      const batch = waiting.splice(0);
      wake();
      yield batch;
    }
  } finally {
    stopped = true;
    wake();
    await reading;
  }
  if (failure) throw failure.error;
}

const maxAtOnce = 4;

/** The same pages with the details of each product, read four at a time. A product deleted meanwhile is left out. */
export async function* readProductDetails(
  pages: AsyncIterable<Paged<ProductSummary>>,
  client: PaseoClient,
  signal: AbortSignal,
): AsyncGenerator<Paged<ProductSummary | Product>, void, undefined> {
  for await (const page of pages) {
    const products = await inParallel(page.values, maxAtOnce, ({ id }) => present(client.product(id, { signal })));
    yield { ...page, values: products.filter((product) => product !== undefined) };
  }
}

/** Resolves to undefined when there is no such product. Its deletion has its own version and is read later. */
function present(product: Promise<Product>): Promise<Product | undefined> {
  return product.catch((error) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}

async function inParallel<T, R>(values: T[], most: number, work: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(values.length);
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < values.length; n = next++) results[n] = await work(values[n]!);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(most, values.length) }, worker));
  } finally {
    // After a failure the other workers stop.
    next = values.length;
  }
  return results;
}
