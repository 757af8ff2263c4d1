import { useAnsweredRefusalText } from "../api/refusal-text.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useTicketNames } from "../products/useTicketNames.ts";

/** Returns the reasons why a sale or an amendment is not possible, once each, with the names of tickets and questions. */
export function useSaleRefusals(errors: ApiAnswer<"orders.quote">["errors"]): string[] {
  // The texts have the names when these are loaded.
  useTicketNames();
  const refusalText = useAnsweredRefusalText();
  return [...new Set(errors.map(({ message, ...refused }) => refusalText({ ...refused, detail: message })))];
}
