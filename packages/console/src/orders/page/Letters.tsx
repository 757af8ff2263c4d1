import CheckIcon from "@mui/icons-material/Check";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import HelpOutlineIcon from "@mui/icons-material/HelpOutlined";
import RemoveIcon from "@mui/icons-material/Remove";
import ScheduleIcon from "@mui/icons-material/Schedule";
import { Stack, Typography } from "@mui/material";
import type { ReactElement } from "react";
import { InstantText, useFormat } from "../../format/format.tsx";
import { type Translate, textOrDefault, useText } from "../../i18n/index.ts";
import { LinedItem, PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { type ChipTone, SecondaryText, SoftChip } from "../../ui/text.tsx";
import type { Order } from "../order.ts";

type Letter = Order["letters"][number];

const looks: Record<Letter["state"], { tone: ChipTone; icon: ReactElement }> = {
  due: { tone: "info", icon: <ScheduleIcon /> },
  sending: { tone: "info", icon: <ScheduleIcon /> },
  sent: { tone: "success", icon: <CheckIcon /> },
  failed: { tone: "error", icon: <ErrorOutlineIcon /> },
  unknown: { tone: "warning", icon: <HelpOutlineIcon /> },
  skipped: { tone: "default", icon: <RemoveIcon /> },
};

/** The e-mails to the guest of an order: the sent e-mails with their times, and the e-mails that the mail server refused. */
export function OrderLetters({ letters }: Pick<Order, "letters">) {
  const t = useText();
  if (letters.length === 0) return null;
  return (
    <SectionCard title={t("letters.ofOrder.title")}>
      <PlainList label={t("letters.ofOrder.title")}>
        {letters.map((letter) => (
          <One key={`${letter.cause} ${letter.at}`} letter={letter} />
        ))}
      </PlainList>
    </SectionCard>
  );
}

function One({ letter }: { letter: Letter }) {
  const t = useText();
  const format = useFormat();
  const { cause, state, detail, dueAt, attempts, at } = letter;
  const said = faultOf(letter, t);
  return (
    <LinedItem actions={<SoftChip {...looks[state]} label={t(`letters.state.${state}`)} />}>
      <Stack>
        <Typography sx={{ fontWeight: 600 }}>{t(`letters.cause.${cause}`)}</Typography>
        <SecondaryText>
          <InstantText at={at} />
        </SecondaryText>
        {said && <Typography variant="body2">{said}</Typography>}
        {detail && <SecondaryText sx={{ overflowWrap: "anywhere" }}>{detail}</SecondaryText>}
        {state === "due" && attempts > 0 && dueAt && (
          <SecondaryText>{t("letters.ofOrder.next", { at: format.instant(dueAt) })}</SecondaryText>
        )}
      </Stack>
    </LinedItem>
  );
}

function faultOf({ state, fault }: Letter, t: Translate): string | null {
  if (state === "unknown") return t("letters.ofOrder.uncertain");
  if (fault === null) return null;
  return textOrDefault(t, `letters.skipped.${fault}`, textOrDefault(t, `mail.fault.${fault}`, fault));
}
