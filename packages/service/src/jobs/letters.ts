import { type LetterWork, runLetter, watchLetters } from "../domain/visits/letters/run.ts";
import type { JobLog } from "../log.ts";
import { dueLetters } from "../store/visits/guest-letters.ts";
import { type DueWork, type DueWorker, startDueWork } from "./due-work.ts";
import type { JobOptions } from "./job.ts";

/** As many letters at the same time as the mail server gets connections. */
const limits = { total: 3, perKey: 3, waiting: 1_000 };

/** Sends the letters to guests that are due. */
export const startLetters = (
  work: LetterWork,
  logger: JobLog,
  { everyMs = 1_000, around }: Pick<DueWork, "everyMs" | "around"> = {},
): DueWorker =>
  startDueWork(
    {
      name: "letters",
      // A guest does not notice five seconds.
      everyMs: 5 * everyMs,
      around,
      limits,
      due: (most, except) => dueLetters(work.db, most, except),
      run: (orderId, cause) => runLetter(work, { orderId, cause }),
    },
    logger,
  );

export const letterWatch = (work: LetterWork): JobOptions => ({
  name: "reminders",
  everyMs: 60_000,
  run: () => watchLetters(work),
});
