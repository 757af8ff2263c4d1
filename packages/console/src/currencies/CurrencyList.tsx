import AddIcon from "@mui/icons-material/Add";
import UploadFileIcon from "@mui/icons-material/UploadFile";
import { Button, Chip } from "@mui/material";
import { Link } from "react-router";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink } from "../ui/text.tsx";
import type { Currency } from "./currency.ts";

/** Currencies with their rates. */
export function CurrencyList() {
  const t = useText();
  const rights = useRights();
  const { count, currency: nameOf, rate, percent } = useFormat();
  return (
    <ListPage
      resource="currencies"
      title={t("currencies.title")}
      lead={t("currencies.lead")}
      perPage={100}
      sort={{ field: "code", order: "ASC" }}
      actions={
        <>
          {rights.has("currencies.ecb") && (
            <Button component={Link} to="/currencies/ecb" variant="contained" startIcon={<UploadFileIcon />}>
              {t("currencies.ecb.button")}
            </Button>
          )}
          {rights.has("currencies.create") && (
            <Button component={Link} to="/currencies/create" variant="outlined" startIcon={<AddIcon />}>
              {t("currencies.create.button")}
            </Button>
          )}
        </>
      }
    >
      <RecordList<Currency>
        to={({ code }) => `/currencies/${code}`}
        columns={[
          {
            label: t("field.currencyCode"),
            main: true,
            value: ({ code, active }) => (
              <>
                <PageLink to={`/currencies/${code}`} sx={{ fontWeight: 700 }}>
                  {code}
                </PageLink>
                {!active && <Chip label={t("currencies.inactive")} sx={{ ml: 1 }} />}
              </>
            ),
            second: ({ code, name, displaySymbol }) => `${nameOf({ code, name })} · ${displaySymbol}`,
          },
          { label: t("currencies.field.rateShort"), figure: true, value: (currency) => <b>{rate(currency.rate)}</b> },
          {
            label: t("currencies.field.markup"),
            figure: true,
            value: (currency) => (Number(currency.markup) === 0 ? "–" : percent(currency.markup)),
          },
          {
            label: t("currencies.field.origin"),
            card: "none",
            value: ({ origin }) => origin && t(`currencies.origin.${origin}`),
          },
          {
            label: t("currencies.field.changedAt"),
            card: "none",
            value: ({ changedAt }) => changedAt && <InstantText at={changedAt} />,
          },
          { label: t("products.title"), figure: true, value: ({ products }) => count(products) },
        ]}
      />
    </ListPage>
  );
}
