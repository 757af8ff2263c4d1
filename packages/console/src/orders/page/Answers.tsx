import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { isText, useText } from "../../i18n/index.ts";
import { Facts, Section } from "../../ui/page/Section.tsx";
import type { Answer } from "../order.ts";
import { groupAnswers } from "./passengers.ts";

/** Answers to the booking questions, by passenger. */
export function Answers({ answers }: { answers: Answer[] }) {
  const t = useText();
  const groups = groupAnswers(answers);
  const titleOf = (code: string) => {
    const key = `orders.question.${code}`;
    return isText(key) ? t(key as "orders.question.hotel-name") : code;
  };
  return (
    <Section title={t("orders.page.answers")}>
      {groups.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("orders.page.noAnswers")}</Typography>}
      <Stack sx={{ gap: 2 }}>
        {groups.map(({ passenger, answers: own }) => (
          <div key={passenger ?? "order"}>
            <Typography variant="h3" sx={{ mb: 0.75 }}>
              {passenger === null ? t("orders.page.ofOrder") : t("orders.page.passenger", { n: passenger })}
            </Typography>
            <Facts facts={own.map(({ code, value }) => ({ name: titleOf(code), value }))} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}
