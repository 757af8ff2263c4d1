import { describeEntry, type HistoryRule } from "../history.ts";

/** A server error is always a 503 with Retry-After. */
export const answersAreExplained: HistoryRule = ({ entries }) =>
  entries
    .filter(
      ({ httpStatus, retryAfter }) => httpStatus !== null && httpStatus >= 500 && !(httpStatus === 503 && retryAfter),
    )
    .map((entry) => ({
      rule: "answers",
      detail: `an answer over 499 that is no 503 with Retry-After: ${describeEntry(entry)}`,
    }));
