import EditIcon from "@mui/icons-material/Edit";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink, useParams } from "react-router";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.ts";
import { Instant } from "../format/Instant.tsx";
import { useFigures } from "../format/useFigures.ts";
import { NotFoundPage } from "../frame/pages.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { BackTo } from "../ui/page/BackTo.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Facts, Section } from "../ui/page/Section.tsx";
import { TwoColumns } from "../ui/page/TwoColumns.tsx";
import { PeriodChoice } from "../ui/period/PeriodChoice.tsx";
import { usePeriod } from "../ui/period/period.ts";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { ChangePartner } from "./ChangePartner.tsx";
import { ErrorRate, PartnerState } from "./facts.tsx";
import { KeysCard } from "./KeysCard.tsx";
import { Mistakes } from "./Mistakes.tsx";
import type { Partner } from "./partner.ts";
import { SecretCard } from "./SecretCard.tsx";
import { Usage } from "./Usage.tsx";

/** One partner: its keys and secret, what it sells and asks, and what its program does wrong. */
export function PartnerPage() {
  const { id = "" } = useParams();
  const api = useApi();
  const { data, error, isPending } = useQuery({
    queryKey: ["partners", "one", id],
    queryFn: () => api("partners.show", { id }),
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error && !data) return <Problem error={error} />;
  if (isPending) return <Loading lines={10} />;
  return <Known partner={data} />;
}

function Known({ partner }: { partner: Partner }) {
  const t = useText();
  const rights = useRights();
  const period = usePeriod();
  const [changing, setChanging] = useState(false);
  return (
    <Page
      title={partner.name}
      above={<BackTo path="/partners" label={t("partners.title")} />}
      lead={
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <PartnerState partner={partner} />
          <Box component="span" sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>
            {partner.externalId}
          </Box>
          <CopyButton text={partner.externalId} label={t("partners.copyId")} />
        </Stack>
      }
      actions={
        rights.has("partners.update") && (
          <Button variant="outlined" startIcon={<EditIcon />} onClick={() => setChanging(true)}>
            {t("partners.change.button")}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Lately partner={partner} />
        <TwoColumns>
          <KeysCard partner={partner} />
          <SecretCard partner={partner} />
        </TwoColumns>
        <PeriodChoice period={period} />
        <Mistakes partner={partner} period={period} />
        <Usage partner={partner} period={period} />
      </Stack>
      {changing && <ChangePartner partner={partner} onClose={() => setChanging(false)} />}
    </Page>
  );
}

function Lately({ partner }: { partner: Partner }) {
  const t = useText();
  const format = useFormat();
  const figures = useFigures();
  const { externalId, orders, salesUsd, requests, mistakes, lastUsedAt } = partner;
  const filter = `?filter=${encodeURIComponent(JSON.stringify({ partner: externalId }))}`;
  return (
    <Section
      title={t("partners.lately")}
      aside={
        <Stack direction="row" sx={{ columnGap: 2, flexWrap: "wrap", justifyContent: "flex-end" }}>
          <Link component={RouterLink} to={`/orders${filter}`}>
            {t("partners.itsOrders")}
          </Link>
          <Link component={RouterLink} to={`/deliveries${filter}`}>
            {t("partners.itsCallbacks")}
          </Link>
        </Stack>
      }
    >
      <Facts
        facts={[
          { name: t("partners.field.sales"), value: format.money(salesUsd) },
          { name: t("partners.field.orders"), value: figures.count(orders) },
          { name: t("partners.field.requests"), value: figures.count(requests) },
          { name: t("partners.field.mistakes"), value: figures.count(mistakes) },
          { name: t("partners.field.errorRate"), value: <ErrorRate partner={partner} /> },
          {
            name: t("partners.field.lastUsed"),
            value: lastUsedAt ? <Instant at={lastUsedAt} /> : t("partners.never"),
          },
        ]}
      />
    </Section>
  );
}
