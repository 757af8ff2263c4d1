import AddIcon from "@mui/icons-material/Add";
import { Button, Chip, Stack, Typography } from "@mui/material";
import { Link } from "react-router";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { FoldedSection, LinedItem, PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { belowRecord } from "../../ui/page/Page.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { LineTable } from "./LineTable.tsx";
import type { TermsVersion } from "./terms.ts";
import { useTermsSentences } from "./terms-text.ts";

/** A partner's terms in plain words: the present version, then coming and former ones. */
export function TermsCard({ partnerId }: { partnerId: string }) {
  const t = useText();
  const rights = useRights();
  const query = useAnswer("partners.terms", { id: partnerId });
  const lists = useAnswer("priceLists.list").data?.data ?? [];
  const listName = (id: string | null) => (id === null ? undefined : lists.find((list) => list.id === id)?.name);
  return (
    <SectionCard
      title={t("terms.title")}
      aside={
        rights.has("partners.addTerms") && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddIcon />}
            component={Link}
            to={`/partners/${partnerId}/terms`}
            state={belowRecord}
          >
            {t("terms.new")}
          </Button>
        )
      }
    >
      <QueryResult query={query} lines={3}>
        {({ versions }) => {
          const of = (state: TermsVersion["state"]) => versions.filter((version) => version.state === state);
          const [present] = of("present");
          const shown = (some: readonly TermsVersion[]) =>
            some.map((version) => (
              <Version
                key={version.id}
                partnerId={partnerId}
                version={version}
                listName={listName(version.priceListId)}
              />
            ));
          return (
            <>
              {!present && <Typography sx={{ color: "text.secondary", py: 1 }}>{t("terms.none")}</Typography>}
              <PlainList>{shown([...(present ? [present] : []), ...of("coming")])}</PlainList>
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
  );
}

function Version({
  partnerId,
  version,
  listName,
}: {
  partnerId: string;
  version: TermsVersion;
  listName: string | undefined;
}) {
  const t = useText();
  const format = useFormat();
  const sentences = useTermsSentences();
  const { state, validFrom, validUntil, createdBy } = version;
  const [first, ...others] = sentences(version.content, listName);
  const time =
    state === "past" && validUntil
      ? t("terms.state.past", { from: format.instant(validFrom), until: format.instant(validUntil) })
      : t(`terms.state.${state === "past" ? "pastUntilNext" : state}`, { at: format.instant(validFrom) });
  return (
    <LinedItem align="start" wraps actions={<Actions partnerId={partnerId} version={version} />}>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <SecondaryText>{[time, ...(createdBy ? [t("terms.by", { by: createdBy })] : [])].join(" · ")}</SecondaryText>
        {state === "coming" && <Chip size="small" color="info" label={t("terms.coming")} />}
      </Stack>
      <Typography sx={{ my: 0.5, ...(state === "past" && { color: "text.secondary" }) }}>
        <b>{first}</b> {others.join(" ")}
      </Typography>
      <Lines partnerId={partnerId} versionId={version.id} />
    </LinedItem>
  );
}

/** The exceptions of a version, if it has any. */
function Lines({ partnerId, versionId }: { partnerId: string; versionId: string }) {
  const t = useText();
  const { data } = useAnswer("partners.termsLines", { id: partnerId, version: versionId });
  if (!data || data.data.length === 0) return null;
  return (
    <FoldedSection summary={t("terms.lines", { smart_count: data.total })}>
      <LineTable lines={data.data} none="" />
    </FoldedSection>
  );
}

function Actions({ partnerId, version: { id, state, validFrom } }: { partnerId: string; version: TermsVersion }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  if (!useRights().has("partners.endTerms") || state === "past") return null;
  const isComing = state === "coming";
  return (
    <FormButton
      danger
      button={{ size: "small", color: "error" }}
      of={format.instant(validFrom)}
      label={t(isComing ? "terms.remove" : "terms.end")}
      title={t(isComing ? "terms.removeTitle" : "terms.endTitle")}
      lead={isComing ? null : t("terms.endLead")}
      save={() => api("partners.endTerms", { id: partnerId, version: id })}
      notice={t(isComing ? "terms.removed" : "terms.ended")}
    />
  );
}
