import { useRate } from "../currencies/useRate.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketNames } from "../ticketTypes/useTicketNames.ts";
import { isLarge } from "../ui/preview/preview.tsx";
import { byTicket, type Changes } from "./changes.ts";

/** The questions to confirm prices and rates that move too far: for each ticket and currency, its largest change. */
export function useLargeChanges(): (changes: Changes) => string[] {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  const { change } = useRate();
  return ({ records }) => {
    const largest = new Map<string, { move: number; text: string }>();
    for (const { kind, subject, outcome, fields } of records) {
      if (outcome !== "changed") continue;
      for (const one of fields) {
        const isRate = kind === "currencies" && one.field === "rate";
        if (!isRate && one.field !== "prices") continue;
        for (const { field, before, after } of byTicket(one)) {
          const [was, is] = [Number(before), Number(after)];
          // A ticket that is added or removed has no former or no new price.
          if (before === null || after === null || !isLarge(was, is)) continue;
          const move = was > 0 ? is / was - 1 : Number.POSITIVE_INFINITY;
          const key = isRate ? `rate ${subject}` : `price ${field}`;
          if (Math.abs(move) <= Math.abs(largest.get(key)?.move ?? 0)) continue;
          const values = {
            before: format.decimal(String(before)),
            after: format.decimal(String(after)),
            change: was > 0 ? change(move) : "–",
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
