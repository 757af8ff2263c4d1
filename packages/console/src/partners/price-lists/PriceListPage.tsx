import AddIcon from "@mui/icons-material/Add";
import { Alert, Button, Chip, Stack, Typography } from "@mui/material";
import { Link } from "react-router";
import type { ApiAnswer } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { FoldedSection, LinedItem, PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, belowRecord, Page } from "../../ui/page/Page.tsx";
import { QueryResult, RecordPage } from "../../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { LineTable } from "../terms/LineTable.tsx";

type Shown = ApiAnswer<"priceLists.show">;
type Version = Shown["versions"][number];

/** A price list: its present lines, its versions, and the partners that use it. */
export const PriceListPage = () => (
  <RecordPage operation="priceLists.show">{(shown) => <LoadedList shown={shown} />}</RecordPage>
);

function LoadedList({ shown: { list, versions, usedBy } }: { shown: Shown }) {
  const t = useText();
  const rights = useRights();
  return (
    <Page
      title={list.name}
      lead={t("priceLists.lead")}
      above={<BackLink path="/price-lists" label={t("priceLists.title")} />}
      width={1100}
      actions={
        <>
          {rights.has("priceLists.rename") && <Rename list={list} />}
          {rights.has("priceLists.addVersion") && (
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              component={Link}
              to={`/price-lists/${list.id}/version`}
              state={belowRecord}
            >
              {t("priceLists.newVersion")}
            </Button>
          )}
        </>
      }
    >
      <SectionCard title={t("priceLists.lines")}>
        {list.versionId === null ? (
          <Alert severity="info">{t("priceLists.noVersion")}</Alert>
        ) : (
          <VersionLines listId={list.id} versionId={list.versionId} />
        )}
      </SectionCard>
      <SectionCard title={t("priceLists.usedBy")}>
        {usedBy.length === 0 ? (
          <Typography sx={{ color: "text.secondary" }}>{t("priceLists.nobody")}</Typography>
        ) : (
          <Stack direction="row" sx={{ columnGap: 2, rowGap: 0.5, flexWrap: "wrap" }}>
            {usedBy.map(({ id, name }) => (
              <PageLink key={id} to={`/partners/${id}/show`}>
                {name}
              </PageLink>
            ))}
          </Stack>
        )}
      </SectionCard>
      {versions.length > 0 && (
        <SectionCard title={t("priceLists.versions")}>
          <PlainList>
            {versions.map((version) => (
              <OneVersion key={version.id} list={list} version={version} />
            ))}
          </PlainList>
        </SectionCard>
      )}
    </Page>
  );
}

function VersionLines({ listId, versionId }: { listId: string; versionId: string }) {
  const t = useText();
  const query = useAnswer("priceLists.versionLines", { id: listId, version: versionId });
  return (
    <QueryResult query={query} lines={3}>
      {({ data }) => <LineTable lines={data} none={t("terms.line.noneInList")} />}
    </QueryResult>
  );
}

function OneVersion({ list, version }: { list: Shown["list"]; version: Version }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const { id, validFrom, createdBy, lines } = version;
  const isComing = Date.parse(validFrom) > Date.now();
  const isPresent = id === list.versionId;
  return (
    <LinedItem
      align="start"
      wraps
      actions={
        useRights().has("priceLists.deleteVersion") &&
        isComing && (
          <FormButton
            danger
            button={{ size: "small", color: "error" }}
            of={format.instant(validFrom)}
            label={t("terms.remove")}
            title={t("terms.removeTitle")}
            save={() => api("priceLists.deleteVersion", { id: list.id, version: id })}
            notice={t("terms.removed")}
          />
        )
      }
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography sx={{ fontWeight: 600 }}>{t("terms.state.present", { at: format.instant(validFrom) })}</Typography>
        {isPresent && <Chip size="small" color="success" label={t("priceLists.present")} />}
        {isComing && <Chip size="small" color="info" label={t("terms.coming")} />}
      </Stack>
      <SecondaryText>
        {[
          t("priceLists.lineCount", { smart_count: lines }),
          ...(createdBy ? [t("terms.by", { by: createdBy })] : []),
        ].join(" · ")}
      </SecondaryText>
      {!isPresent && lines > 0 && (
        <FoldedSection summary={t("priceLists.lines")}>
          <VersionLines listId={list.id} versionId={id} />
        </FoldedSection>
      )}
    </LinedItem>
  );
}

function Rename({ list }: { list: Shown["list"] }) {
  const t = useText();
  const api = useApi();
  const { id } = list;
  return (
    <FormButton
      button={{ variant: "outlined" }}
      label={t("priceLists.rename")}
      title={t("priceLists.rename")}
      submit={t("frame.action.save")}
      defaults={{ name: list.name }}
      codes={{ "price-list-taken": { source: "name", text: t("problems.price-list-taken") } }}
      record={{
        present: list,
        read: async () => (await api("priceLists.show", { id })).list,
        show: ({ name }) => <Alert severity="info">{`${t("frame.presentState")} ${name}`}</Alert>,
      }}
      save={({ name }, { revision }) => api("priceLists.rename", { id, body: { name: name.trim(), revision } })}
      notice={t("priceLists.renamed")}
    >
      <TextField autoFocus source="name" label={t("field.name")} required most={100} />
    </FormButton>
  );
}
