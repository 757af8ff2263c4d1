/**
 * How much longer work takes for ten times the input: 10 if it is linear, 100 if it is quadratic. The machine's speed is no part of it:
 * both sizes are timed in turn, in rounds of a millisecond or less, and the shortest of each counts, since other processes only make a
 * round longer. Each round has an input of its own, in case results are remembered.
 */
export function growthOf<T>(
  inputOf: (size: number, round: number) => T,
  work: (input: T) => unknown,
  size = usualSize,
): number {
  let round = 0;
  const shortest = (size: number) => {
    let least = Infinity;
    for (let n = 0; n < 10; n++) {
      const input = inputOf(size, round++);
      const start = performance.now();
      work(input);
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };
  let [small, large] = [Infinity, Infinity];
  for (let attempt = 0; attempt < 20 && (attempt < 2 || large > linear * small); attempt++) {
    small = Math.min(small, shortest(size));
    large = Math.min(large, shortest(10 * size));
  }
  return large / small;
}

/** Size of the smaller input. At this size quadratic work outweighs linear work, and a round takes milliseconds at most. */
const usualSize = 100;

/** A factor that is far from both 10 (linear) and 100 (quadratic). */
export const linear = 35;
