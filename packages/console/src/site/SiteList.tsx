import AddIcon from "@mui/icons-material/Add";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import { Button, Chip, Link, Stack, Typography } from "@mui/material";
import { Link as RouterLink } from "react-router";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { NewSiteForm } from "./NewSite.tsx";

/** The operator's own booking sites; without one, the form that creates the first. */
export function SiteList() {
  const t = useText();
  const may = useRights().has("sites.create");
  const query = useAnswer("sites.list", { query: { perPage: 500 } });
  const hasSites = (query.data?.total ?? 0) > 0;
  return (
    <Page
      title={t("whiteLabels.ownTitle")}
      lead={t("site.lead")}
      width={860}
      actions={
        hasSites &&
        may && (
          <Button component={RouterLink} to="/sites/create" variant="contained" startIcon={<AddIcon />}>
            {t("site.create.button")}
          </Button>
        )
      }
    >
      <QueryResult query={query}>
        {({ data }) =>
          data.length === 0 ? (
            may && <NewSiteForm isFirst />
          ) : (
            <SectionCard title={t("whiteLabels.ownTitle")}>
              <PlainList>
                {data.map((site) => (
                  <SiteItem key={site.id} site={site} />
                ))}
              </PlainList>
            </SectionCard>
          )
        }
      </QueryResult>
    </Page>
  );
}

function SiteItem({ site: { id, name, url, enabled } }: { site: ListRecord<"sites.list"> }) {
  const t = useText();
  return (
    <LinedItem
      actions={
        <Chip size="small" color={enabled ? "success" : "default"} label={t(enabled ? "letters.on" : "letters.off")} />
      }
    >
      <Typography sx={{ fontWeight: 600 }}>
        <PageLink to={`/sites/${encodeURIComponent(id)}/show`}>{name}</PageLink>
      </Typography>
      <SecondaryText>{enabled ? <SiteLink url={url} /> : url}</SecondaryText>
    </LinedItem>
  );
}

/** A link that opens the site in a new tab. */
export const SiteLink = ({ url }: { url: string }) => (
  <Link href={url} target="_blank" rel="noreferrer" underline="always">
    <Stack component="span" direction="row" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
      {url}
      <OpenInNewIcon sx={{ fontSize: 14 }} />
    </Stack>
  </Link>
);
