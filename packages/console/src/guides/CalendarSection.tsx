import { Stack, Typography } from "@mui/material";
import { useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { ShownOnceDialog } from "../ui/dialog/dialogs.tsx";
import { FormButton } from "../ui/dialog/FormDialog.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";

/** Makes, replaces and revokes the address of a guide's calendar. */
export function CalendarSection({ id, name }: { id: string; name: string }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const query = useAnswer("guides.calendar", { id });
  const [address, setAddress] = useState<string | null>(null);
  return (
    <SectionCard title={t("events.calendar.short")} gap={1.5}>
      <SecondaryText>{t("guides.calendar.lead")}</SecondaryText>
      <QueryResult query={query} lines={2}>
        {({ madeAt, madeBy }) => {
          const make = t(madeAt ? "guides.calendar.renew" : "guides.calendar.make");
          return (
            <>
              <Typography>
                {madeAt
                  ? t("guides.calendar.since", { by: madeBy ?? "", at: format.instant(madeAt) })
                  : t("guides.calendar.none")}
              </Typography>
              <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
                <FormButton
                  button={{ variant: "outlined" }}
                  label={make}
                  title={t("events.calendar.short")}
                  lead={t(madeAt ? "guides.calendar.renewLead" : "guides.calendar.lead")}
                  save={() => api("guides.makeCalendar", { id })}
                  onSaved={(made) => setAddress(made.address)}
                />
                {madeAt && (
                  <FormButton
                    danger
                    button={{ color: "error" }}
                    label={t("guides.calendar.revoke")}
                    title={t("guides.calendar.revokeTitle", { name })}
                    lead={t("guides.calendar.revokeLead")}
                    save={() => api("guides.revokeCalendar", { id })}
                    notice={t("guides.calendar.revoked")}
                  />
                )}
              </Stack>
            </>
          );
        }}
      </QueryResult>
      {address !== null && (
        <ShownOnceDialog
          title={t("guides.calendar.made", { name })}
          label={t("field.address")}
          text={address}
          warning={t("guides.calendar.warning")}
          copy={t("guides.calendar.copy")}
          done={t("guides.calendar.done")}
          onClose={() => setAddress(null)}
        />
      )}
    </SectionCard>
  );
}
