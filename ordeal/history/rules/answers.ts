import { describe, type Rule } from "../history.ts";

/** A failure of the service is a 503 that says when to try again, and nothing else. */
export const answersAreExplained: Rule = ({ entries }) =>
  entries
    .filter(
      ({ httpStatus, retryAfter }) => httpStatus !== null && httpStatus >= 500 && !(httpStatus === 503 && retryAfter),
    )
    .map((entry) => ({
      rule: "answers",
      detail: `an answer over 499 that is no 503 with Retry-After: ${describe(entry)}`,
    }));
