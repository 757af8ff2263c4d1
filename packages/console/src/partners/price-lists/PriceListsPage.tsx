import AddIcon from "@mui/icons-material/Add";
import { Card, Typography } from "@mui/material";
import { useNavigate } from "react-router";
import type { ListRecord } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { RecordTableOrCards } from "../../ui/list/RecordList.tsx";
import { LoadingCard } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { PageLink } from "../../ui/text.tsx";

type PriceList = ListRecord<"priceLists.list">;

/** Lines of terms that several partners share. */
export function PriceListsPage() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const query = useAnswer("priceLists.list");
  return (
    <Page
      title={t("priceLists.title")}
      lead={t("priceLists.lead")}
      gap={1.5}
      actions={rights.has("priceLists.create") && <Create />}
    >
      <QueryResult query={query} loading={<LoadingCard of="rows" lines={4} />}>
        {({ data }) => (
          <Card sx={{ overflow: "clip" }}>
            {data.length === 0 ? (
              <Typography role="status" sx={{ p: 4, textAlign: "center", color: "text.secondary" }}>
                {t("priceLists.empty")}
              </Typography>
            ) : (
              <RecordTableOrCards<PriceList>
                rows={data}
                keyOf={({ id }) => id}
                to={({ id }) => address(id)}
                columns={[
                  {
                    label: t("field.name"),
                    wrap: true,
                    value: ({ id, name }) => <PageLink to={address(id)}>{name}</PageLink>,
                  },
                  { label: t("priceLists.lines"), figure: true, value: ({ lines }) => format.count(lines) },
                  { label: t("partners.title"), figure: true, value: ({ partners }) => format.count(partners) },
                ]}
              />
            )}
          </Card>
        )}
      </QueryResult>
    </Page>
  );
}

const address = (id: string): string => `/price-lists/${id}/show`;

function Create() {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  return (
    <FormButton
      button={{ variant: "contained", startIcon: <AddIcon /> }}
      label={t("priceLists.create")}
      title={t("priceLists.create")}
      submit={t("frame.action.save")}
      defaults={{ name: "" }}
      codes={{ "price-list-taken": { source: "name", text: t("problems.price-list-taken") } }}
      save={({ name }) => api("priceLists.create", { body: { name: name.trim() } })}
      notice={({ name }) => t("priceLists.created", { name })}
      onSaved={({ id }) => navigate(address(id))}
    >
      <TextField autoFocus source="name" label={t("field.name")} required most={100} />
    </FormButton>
  );
}
