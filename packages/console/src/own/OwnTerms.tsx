import { Chip, Stack, Typography } from "@mui/material";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { LimitBar } from "../partners/statements/AccountCards.tsx";
import { LineTable } from "../partners/terms/LineTable.tsx";
import { useTermsSentences } from "../partners/terms/terms-text.ts";
import { FoldedSection, LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";

type Version = ApiAnswer<"own.terms">["versions"][number];

/** The terms of the own partner: the present version with its prices, then coming and former ones. */
export function OwnTermsPage() {
  const t = useText();
  const query = useAnswer("own.terms");
  return (
    <Page title={t("ownPartner.terms.title")} lead={t("ownPartner.terms.lead")} width={1100}>
      <SectionCard title={t("ownPartner.terms.title")} gap={1}>
        <QueryResult query={query} lines={4}>
          {({ versions, limit }) => {
            const of = (state: Version["state"]) => versions.filter((version) => version.state === state);
            const shown = (some: readonly Version[]) =>
              some.map((version) => <OneVersion key={version.id} version={version} />);
            return (
              <>
                {limit && <LimitBar limit={limit} />}
                {of("present").length === 0 && (
                  <Typography sx={{ color: "text.secondary", py: 1 }}>{t("ownPartner.terms.none")}</Typography>
                )}
                <PlainList>{shown([...of("present"), ...of("coming")])}</PlainList>
                {of("past").length > 0 && (
                  <FoldedSection summary={t("terms.former")}>
                    <PlainList>{shown(of("past"))}</PlainList>
                  </FoldedSection>
                )}
              </>
            );
          }}
        </QueryResult>
      </SectionCard>
    </Page>
  );
}

function OneVersion({ version: { id, state, validFrom, validUntil, content } }: { version: Version }) {
  const t = useText();
  const format = useFormat();
  const [first, ...others] = useTermsSentences()(content);
  const time =
    state === "past" && validUntil
      ? t("terms.state.past", { from: format.instant(validFrom), until: format.instant(validUntil) })
      : t(`terms.state.${state === "past" ? "pastUntilNext" : state}`, { at: format.instant(validFrom) });
  return (
    <LinedItem align="start" wraps>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <SecondaryText>{time}</SecondaryText>
        {state === "coming" && <Chip size="small" color="info" label={t("terms.coming")} />}
      </Stack>
      <Typography sx={{ my: 0.5 }}>
        <b>{first}</b> {others.join(" ")}
      </Typography>
      <Lines version={id} />
    </LinedItem>
  );
}

/** Prices of single products, if there are any. */
function Lines({ version }: { version: string }) {
  const t = useText();
  const { data } = useAnswer("own.termsLines", { version, query: { perPage: 500 } });
  if (!data || data.data.length === 0) return null;
  return (
    <FoldedSection summary={t("terms.lines", { smart_count: data.total })}>
      <LineTable lines={data.data} none="" />
    </FoldedSection>
  );
}
