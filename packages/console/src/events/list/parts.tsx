import Stack from "@mui/material/Stack";
import { useFormat } from "../../format/format.ts";
import { useText } from "../../i18n/index.ts";
import { Secondary } from "../../ui/text/Secondary.tsx";
import type { EventLine } from "../event.ts";
import { StatusChip } from "../StatusChip.tsx";

/** Parts of an event's line that the table and the cards share. */

/** What an event is called where there is no more to see than its name. */
export function useEventName(): (line: EventLine) => string {
  const format = useFormat();
  return ({ eventOn, productName, itemName }) => `${format.local(eventOn)}, ${productName}, ${itemName}`;
}

/** The status that partners read, and the operator's setting where it differs. */
export function EventState({ line: { availability, setting, capacity } }: { line: EventLine }) {
  const t = useText();
  // A sold-out event normally has the setting `available`: that difference is not shown.
  const differs = setting !== availability && !(availability === "sold-out" && capacity !== null);
  return (
    <Stack sx={{ gap: 0.25, alignItems: "flex-start" }}>
      <StatusChip status={availability} />
      {differs && <Secondary span>{t("events.set", { status: t(`events.status.${setting}`) })}</Secondary>}
    </Stack>
  );
}

/** Prices by ticket, in the product's currency; the first few, and how many more. */
export function Prices({ line: { prices, currencyCode } }: { line: EventLine }) {
  const shown = prices.slice(0, 2);
  const more = prices.slice(2);
  return (
    <Secondary component="div" title={more.map(({ code, amount }) => `${code} ${amount}`).join(", ") || undefined}>
      {shown.map(({ code, amount }) => `${code} ${amount}`).join(" · ")} {currencyCode}
      {more.length > 0 && ` +${more.length}`}
    </Secondary>
  );
}
