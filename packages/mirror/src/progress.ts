/** What the user sees of the work, on standard error. */
export interface Progress {
  /** A sentence. */
  note(sentence: string): void;
  /** How many records of a list are done. */
  list(name: string, done: number, all: number): void;
  /** Ends the line that renews itself. */
  end(): void;
}

export const silent: Progress = { note: () => {}, list: () => {}, end: () => {} };

/** Between two lines where there is no terminal, and between two states of the line where there is one. */
const pauseMs = { terminal: 200, elsewhere: 5000 };

/** On a terminal a line that renews itself, elsewhere a line now and then. `now` in milliseconds. */
export function createProgress(
  stream: { isTTY?: boolean; write(text: string): unknown },
  now: () => number = () => performance.now(),
): Progress {
  const terminal = Boolean(stream.isTTY);
  let name: string | undefined;
  let began = { at: 0, done: 0 };
  let last = 0;
  let said = false;
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
        said = false;
      }
      // A list that is done in no time is not worth a word.
      const due = at - last >= (terminal ? pauseMs.terminal : pauseMs.elsewhere);
      if (!due && !(said && done >= all)) return;
      last = at;
      said = true;
      const text = progressText(list, done, all, { done: done - began.done, ms: at - began.at });
      stream.write(terminal ? `\r${text}\x1b[K` : `${text}\n`);
      open = terminal;
      if (done >= all) end();
    },
    end,
  };
}

/** `events: 123,500 of 1,000,000 (12 %), 21,000/s, 42 s left`; the pace is that since the list was taken up. */
export function progressText(name: string, done: number, all: number, pace: { done: number; ms: number }): string {
  const share = `${name}: ${count(done)} of ${count(all)} (${Math.floor((100 * done) / Math.max(1, all))} %)`;
  if (pace.done === 0 || pace.ms < 1000 || done >= all) return share;
  const perSecond = (pace.done * 1000) / pace.ms;
  return `${share}, ${count(Math.round(perSecond))}/s, ${duration((all - done) / perSecond)} left`;
}

export const count = (n: number): string => n.toLocaleString("en");

/** Seconds as `42 s`, `3 min`, `2 h`. */
function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
