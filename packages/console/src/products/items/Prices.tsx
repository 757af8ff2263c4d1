import Box from "@mui/material/Box";
import { useText } from "../../i18n/index.ts";
import { TextInput } from "../form/fields.tsx";
import type { PricesDraft, TicketDraft } from "../model/draft.ts";

/** A price for each ticket. Tickets without a price are not sold. */
export function Prices({
  at,
  tickets,
  prices,
  currencyCode,
  onChange,
}: {
  /** Pointer of the list of prices. */
  at: string;
  tickets: readonly TicketDraft[];
  prices: PricesDraft;
  currencyCode: string;
  onChange: (prices: PricesDraft) => void;
}) {
  const t = useText();
  return (
    <Box
      sx={{
        display: "grid",
        gap: 1.5,
        alignItems: "start",
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr))",
      }}
    >
      {tickets.map(({ key, code }, n) => (
        <TextInput
          key={key}
          at={`${at}/${n}`}
          label={t("products.schedule.price", { code })}
          value={prices[key] ?? ""}
          onChange={(amount) => onChange({ ...prices, [key]: amount })}
          numeric="decimal"
          max={14}
          unit={currencyCode}
        />
      ))}
    </Box>
  );
}
