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
/** An e-mail that the service has sent, or will send. */
export type SentLetter = Pick<Letter, "state" | "fault" | "detail" | "dueAt" | "attempts" | "at">;

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
          <LetterLine
            key={`${letter.cause} ${letter.at}`}
            letter={letter}
            title={t(`letters.cause.${letter.cause}`)}
            fault={faultOf(letter, t("letters.ofOrder.uncertain"), t)}
          />
        ))}
      </PlainList>
    </SectionCard>
  );
}

/** An e-mail with its state. `fault`: why it was not sent. */
export function LetterLine({
  letter: { state, detail, dueAt, attempts, at },
  title,
  fault,
}: {
  letter: SentLetter;
  title: string;
  fault: string | null;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <LinedItem actions={<SoftChip {...looks[state]} label={t(`letters.state.${state}`)} />}>
      <Stack>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        <SecondaryText>
          <InstantText at={at} />
        </SecondaryText>
        {fault && <Typography variant="body2">{fault}</Typography>}
        {detail && <SecondaryText sx={{ overflowWrap: "anywhere" }}>{detail}</SecondaryText>}
        {state === "due" && attempts > 0 && dueAt && (
          <SecondaryText>{t("letters.ofOrder.next", { at: format.instant(dueAt) })}</SecondaryText>
        )}
      </Stack>
    </LinedItem>
  );
}

/** Says why an e-mail was not sent. `uncertain`: of one whose sending was cut off. */
export function faultOf({ state, fault }: SentLetter, uncertain: string, t: Translate): string | null {
  if (state === "unknown") return uncertain;
  if (fault === null) return null;
  return textOrDefault(t, `letters.skipped.${fault}`, textOrDefault(t, `mail.fault.${fault}`, fault));
}
