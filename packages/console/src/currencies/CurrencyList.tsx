import AddIcon from "@mui/icons-material/Add";
import UploadFileIcon from "@mui/icons-material/UploadFile";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router";
import { Instant } from "../format/Instant.tsx";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import type { Currency } from "./currency.ts";
import { useRate } from "./useRate.ts";

/** Currencies with their rates. */
export function CurrencyList() {
  const t = useText();
  const may = useRights();
  return (
    <ListPage
      resource="currencies"
      title={t("currencies.title")}
      lead={t("currencies.lead")}
      perPage={100}
      sort={{ field: "code", order: "ASC" }}
      actions={
        <>
          {may.has("currencies.ecb") && (
            <Button component={RouterLink} to="/currencies/ecb" variant="contained" startIcon={<UploadFileIcon />}>
              {t("currencies.ecb.button")}
            </Button>
          )}
          {may.has("currencies.create") && (
            <Button component={RouterLink} to="/currencies/create" variant="outlined" startIcon={<AddIcon />}>
              {t("currencies.create.button")}
            </Button>
          )}
        </>
      }
    >
      <Lines />
    </ListPage>
  );
}

function Lines() {
  const t = useText();
  const { count } = useFigures();
  const { rate, markup } = useRate();
  const { data = [] } = useListContext<Currency>();
  const beyondPhones = { display: { xs: "none", sm: "table-cell" } };
  const secondary = { display: { xs: "none", md: "table-cell" } };
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t("currencies.field.currency")}</TableCell>
            <TableCell align="right">{t("currencies.field.rateShort")}</TableCell>
            <TableCell align="right" sx={beyondPhones}>
              {t("currencies.field.markup")}
            </TableCell>
            <TableCell sx={secondary}>{t("currencies.field.origin")}</TableCell>
            <TableCell sx={secondary}>{t("currencies.field.changedAt")}</TableCell>
            <TableCell align="right" sx={beyondPhones}>
              {t("currencies.field.products")}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((currency) => (
            <TableRow key={currency.id} hover>
              <TableCell sx={{ overflowWrap: "anywhere" }}>
                <Link component={RouterLink} to={`/currencies/${currency.code}`} sx={{ fontWeight: 700 }}>
                  {currency.code}
                </Link>
                {!currency.active && (
                  <Chip size="small" variant="outlined" label={t("currencies.inactive")} sx={{ ml: 1 }} />
                )}
                <Typography variant="body2" sx={{ color: "text.secondary" }}>
                  {currency.name} · {currency.displaySymbol}
                </Typography>
              </TableCell>
              <TableCell align="right" sx={{ fontWeight: 600 }}>
                {rate(currency.rate)}
              </TableCell>
              <TableCell align="right" sx={beyondPhones}>
                {Number(currency.markup) === 0 ? "–" : markup(currency.markup)}
              </TableCell>
              <TableCell sx={secondary}>{currency.origin && t(`currencies.origin.${currency.origin}`)}</TableCell>
              <TableCell sx={{ ...secondary, whiteSpace: "nowrap" }}>
                {currency.changedAt && <Instant at={currency.changedAt} />}
              </TableCell>
              <TableCell align="right" sx={beyondPhones}>
                {count(currency.products)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
