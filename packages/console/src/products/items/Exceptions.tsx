import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useCallback, useMemo, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { Secondary } from "../../ui/text.tsx";
import { useErrorsBelow } from "../form/fieldErrors.tsx";
import { Group } from "../form/fields.tsx";
import { timesOf } from "../model/calendar.ts";
import { type ExceptionDraft, newKey, type ScheduleDraft, type TicketDraft } from "../model/draft.ts";
import { type Change, replaced, without } from "../model/steps.ts";
import type { ProductType } from "../product.ts";
import { ExceptionRow } from "./ExceptionRow.tsx";

/** Number shown before "Show all". */
const shownAtFirst = 6;

/** The exceptions of a schedule. */
export function Exceptions({
  at,
  schedule,
  type,
  tickets,
  currencyCode,
  change,
}: {
  at: string;
  schedule: ScheduleDraft;
  type: ProductType;
  tickets: readonly TicketDraft[];
  currencyCode: string;
  change: Change<ScheduleDraft>;
}) {
  const t = useText();
  const [showAll, setShowAll] = useState(false);
  // Wrong exceptions are never hidden, nor are new ones, which are last.
  const wrong = useErrorsBelow(`${at}/exceptions`) > 0;
  const { exceptions } = schedule;
  const [before] = useState(exceptions.length);
  const all = showAll || wrong;
  const times = useMemo(() => timesOf({ times: schedule.times }, type), [schedule.times, type]);
  const isShown = (n: number) => all || n < shownAtFirst || n >= before;
  const hidden = exceptions.filter((_, n) => !isShown(n)).length;
  const set = useCallback(
    (n: number, fields: Partial<ExceptionDraft>) =>
      change((now) => ({ ...now, exceptions: replaced(now.exceptions, n, (one) => ({ ...one, ...fields })) })),
    [change],
  );
  const remove = useCallback(
    (n: number) => change((now) => ({ ...now, exceptions: without(now.exceptions, n) })),
    [change],
  );
  return (
    <Group
      label={t("products.exception.title")}
      {...(exceptions.length === 0 && { lead: t("products.exception.none") })}
    >
      <Stack component="ul" sx={{ gap: 1.5, listStyle: "none", m: 0, p: 0 }}>
        {exceptions.map(
          (exception, n) =>
            isShown(n) && (
              <ExceptionRow
                key={exception.key}
                at={`${at}/exceptions/${n}`}
                nth={n}
                exception={exception}
                times={times}
                usual={schedule.unlimited ? t("products.schedule.unlimited") : schedule.capacity}
                usualPrices={schedule.prices}
                type={type}
                tickets={tickets}
                currencyCode={currencyCode}
                onChange={set}
                onRemove={remove}
              />
            ),
        )}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: exceptions.length > 0 ? 1 : 0, flexWrap: "wrap", alignItems: "center" }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() => change((now) => ({ ...now, exceptions: [...now.exceptions, newException("")] }))}
        >
          {t("products.exception.add")}
        </Button>
        {hidden > 0 && (
          <Button size="small" onClick={() => setShowAll(true)}>
            {t("products.exception.more", { n: exceptions.length })}
          </Button>
        )}
        {type === "scheduled" && exceptions.length > 0 && <Secondary>{t("products.exception.hint")}</Secondary>}
      </Stack>
    </Group>
  );
}

/** A new exception takes its day off sale. */
export const newException = (date: string): ExceptionDraft => ({
  key: newKey(),
  date,
  time: "",
  availability: "removed",
  capacity: "",
  unlimited: false,
  prices: null,
});
