/** Messages to the user, on standard error. */
export interface ProgressOutput {
  /** Prints a sentence. */
  note(sentence: string): void;
  /** Reports how many records of a list were processed. */
  list(name: string, done: number, all: number): void;
  /** Ends the progress line. */
  end(): void;
}

export const silentProgress: ProgressOutput = { note: () => {}, list: () => {}, end: () => {} };

/** Minimum time between two updates: of one line on a terminal, of new lines elsewhere. */
const pauseMs = { terminal: 200, elsewhere: 5000 };

/** Updates one line on a terminal; prints lines elsewhere. `now` is in milliseconds. */
export function createProgress(
  stream: { isTTY?: boolean; write(text: string): unknown },
  now: () => number = () => performance.now(),
): ProgressOutput {
  const terminal = Boolean(stream.isTTY);
  let name: string | undefined;
  let began = { at: 0, done: 0 };
  let last = 0;
  let hasPrinted = false;
  let open = false;
  const end = () => {
    if (open) stream.write("\n");
    open = false;
  };
  return {
    note(sentence) {
      end();
      stream.write(`${sentence}\n`);
    },
    list(list, done, all) {
      const at = now();
      if (list !== name) {
        end();
        name = list;
        began = { at, done };
        last = at;
        hasPrinted = false;
      }
      // A list that is read quickly is not reported.
      const due = at - last >= (terminal ? pauseMs.terminal : pauseMs.elsewhere);
      if (!due && !(hasPrinted && done >= all)) return;
      last = at;
      hasPrinted = true;
      const text = progressText(list, done, all, { done: done - began.done, ms: at - began.at });
      stream.write(terminal ? `\r${text}\x1b[K` : `${text}\n`);
      open = terminal;
      if (done >= all) end();
    },
    end,
  };
}

/** Writes `events: 123,500 of 1,000,000 (12 %), 21,000/s, 42 s left`. The rate is the average since the start of the list. */
export function progressText(name: string, done: number, all: number, rate: { done: number; ms: number }): string {
  const share = `${name}: ${groupThousands(done)} of ${groupThousands(all)} (${Math.floor((100 * done) / Math.max(1, all))} %)`;
  if (rate.done === 0 || rate.ms < 1000 || done >= all) return share;
  const perSecond = (rate.done * 1000) / rate.ms;
  return `${share}, ${groupThousands(Math.round(perSecond))}/s, ${duration((all - done) / perSecond)} left`;
}

// toLocaleString takes 10 ms the first time.
export const groupThousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** Seconds as `42 s`, `3 min`, `2 h`. */
function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
