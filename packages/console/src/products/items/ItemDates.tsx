import AddIcon from "@mui/icons-material/Add";
import { Button, Stack } from "@mui/material";
import { memo, useCallback, useMemo, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../../ui/text.tsx";
import { focusField } from "../form/fieldErrors.tsx";
import { inDateOrder } from "../model/calendar.ts";
import type { ItemDraft, ScheduleDraft } from "../model/draft.ts";
import { copyForNextSeason, newSchedule } from "../model/proposals.ts";
import { type ProductChange, replaceAt } from "../model/steps.ts";
import type { ProductType } from "../product.ts";
import { DatePreview } from "./DatePreview.tsx";
import { ScheduleCard } from "./ScheduleCard.tsx";
import { newException } from "./ScheduleExceptions.tsx";
import { SingleDates } from "./SingleDates.tsx";

/** The schedules of an item in order of date, the dates that result, and the single dates. */
export const ItemDates = memo(function ItemDates({
  at,
  item,
  type,
  currencyCode,
  today,
  change: changeItem,
}: {
  at: string;
  item: ItemDraft;
  type: ProductType;
  currencyCode: string;
  /** The local day at the location, `yyyy-MM-dd`. */
  today: string;
  change: ProductChange<ItemDraft>;
}) {
  const t = useText();
  const { schedules, ticketRules } = item;
  // An open date has one period of validity and no calendar.
  const standing = type === "dateless";
  // With several schedules, all but new ones start collapsed.
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(schedules.length > 1 ? schedules.map(({ key }) => key) : []),
  );
  const setOpen = useCallback(
    (key: string, open: boolean) =>
      setFolded((now) => new Set(open ? [...now].filter((one) => one !== key) : [...now, key])),
    [],
  );
  const setSchedules = useCallback(
    (make: (schedules: ScheduleDraft[]) => ScheduleDraft[]) =>
      changeItem((now) => ({ ...now, schedules: make(now.schedules) })),
    [changeItem],
  );
  /** Opens the exception of a day, and creates it if needed. */
  const onDay = (n: number, date: string) => {
    const found = schedules[n]!.exceptions.findIndex((exception) => exception.date === date);
    const exception = found >= 0 ? found : schedules[n]!.exceptions.length;
    if (found < 0)
      setSchedules((all) =>
        replaceAt(all, n, (one) => ({ ...one, exceptions: [...one.exceptions, newException(date)] })),
      );
    setOpen(schedules[n]!.key, true);
    setTimeout(() => focusField(`${at}/schedules/${n}/exceptions/${exception}/availability`));
  };
  const order = useOrderOfDate(schedules);
  return (
    <Stack sx={{ gap: 2 }}>
      {schedules.length === 0 && <SecondaryText>{t("productForm.schedule.none")}</SecondaryText>}
      {order.map((n, place) => (
        <ScheduleCard
          key={schedules[n]!.key}
          at={`${at}/schedules/${n}`}
          nth={n}
          place={place + 1}
          schedule={schedules[n]!}
          type={type}
          tickets={ticketRules}
          currencyCode={currencyCode}
          open={!folded.has(schedules[n]!.key)}
          onOpen={setOpen}
          onChange={setSchedules}
        />
      ))}
      {!(standing && schedules.length + item.events.length > 0) && (
        <div>
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() =>
              setSchedules((all) => [
                ...all,
                all.length > 0 ? copyForNextSeason(all[inDateOrder(all).at(-1)!]!) : newSchedule(type, today),
              ])
            }
          >
            {t("productForm.schedule.add")}
          </Button>
        </div>
      )}
      {!standing && <DatePreview item={item} type={type} today={today} onDay={onDay} />}
      {!(standing && item.events.length === 0) && (
        <SingleDates at={at} item={item} type={type} currencyCode={currencyCode} change={changeItem} />
      )}
    </Stack>
  );
});

/** Returns the indices of the schedules in order of date. While the operator types a date, no card moves. */
function useOrderOfDate(schedules: readonly ScheduleDraft[]): number[] {
  const keys = schedules.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a date alone does not move a card.
  return useMemo(() => inDateOrder(schedules), [keys]);
}
