import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { type CatalogueChanges, splitByTicket } from "./changes.ts";

/** The share above which a change of a price or rate is probably a typing error. */
const most = 0.2;

const isLarge = (before: number, after: number): boolean =>
  before > 0 ? Math.abs(after / before - 1) > most + 1e-9 : after > 0;

/** The amount of a price that also has steps or a stock, or the value itself. */
const amountOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "amount" in value ? value.amount : value;

/**
 * Returns the questions that confirm prices and rates that move too far: for each ticket and currency, its largest change. `currency`:
 * set if all prices are in one currency.
 */
export function useLargeChanges(): (changes: CatalogueChanges, currency?: string) => string[] {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  return ({ records }, currency) => {
    const amount = (text: string) => (currency ? format.amount(text, currency) : format.decimal(text));
    const largest = new Map<string, { move: number; text: string }>();
    for (const { kind, subject, outcome, fields } of records) {
      if (outcome !== "changed") continue;
      for (const one of fields) {
        const isRate = kind === "currencies" && one.field === "rate";
        if (!isRate && one.field !== "prices") continue;
        for (const { field, before, after } of splitByTicket(one)) {
          const [former, next] = [before, after].map(amountOf);
          const [was, is] = [Number(former), Number(next)];
          // A ticket that is added or removed has no former or no new price.
          if (before === null || after === null || !isLarge(was, is)) continue;
          const move = was > 0 ? is / was - 1 : Number.POSITIVE_INFINITY;
          const key = isRate ? `rate ${subject}` : `price ${field}`;
          if (Math.abs(move) <= Math.abs(largest.get(key)?.move ?? 0)) continue;
          const values = {
            before: amount(String(former)),
            after: amount(String(next)),
            change: was > 0 ? format.change(move) : "–",
          };
          const text = isRate
            ? t("day.again.rate", { code: subject, ...values })
            : t("day.again.price", { ticket: ticketName(field), ...values });
          largest.set(key, { move, text });
        }
      }
    }
    return [...largest.values()].map(({ text }) => text);
  };
}
