import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { SortedCell } from "../ui/list/SortedCell.tsx";
import { type ContentPage, pageLanguages, pageTypes } from "./page.ts";

/** Content pages: what partners' sites show of cities, categories and products. */
export function PageList() {
  const t = useText();
  const may = useRights();
  return (
    <ListPage
      resource="pages"
      title={t("content.title")}
      lead={t("content.lead")}
      perPage={50}
      sort={{ field: "name", order: "ASC" }}
      filters={<Filters />}
      actions={
        may.has("pages.create") && (
          <Button component={RouterLink} to="/pages/create" variant="contained" startIcon={<AddIcon />}>
            {t("content.create")}
          </Button>
        )
      }
    >
      <Lines />
    </ListPage>
  );
}

function Filters() {
  const t = useText();
  const { values, set } = useFilters();
  const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };
  const typed = (name: "q" | "cityCode" | "whiteLabel", label: string) => (
    <TextField
      label={label}
      type={name === "q" ? "search" : "text"}
      defaultValue={values[name] ?? ""}
      onChange={({ target }) => set({ [name]: target.value.trim() }, "typing")}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 64 } }}
    />
  );
  return (
    <FilterBar first={typed("q", t("content.search"))}>
      <TextField
        select
        label={t("content.field.type")}
        value={values.type ?? ""}
        onChange={({ target }) => set({ type: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t("content.everyType")}</MenuItem>
        {pageTypes.map((type) => (
          <MenuItem key={type} value={type}>
            {t(`content.type.${type}`)}
          </MenuItem>
        ))}
      </TextField>
      {typed("cityCode", t("content.field.cityCode"))}
      {typed("whiteLabel", t("content.field.whiteLabel"))}
      <TextField
        select
        label={t("content.field.published")}
        value={values.published ?? ""}
        onChange={({ target }) => set({ published: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t("content.both")}</MenuItem>
        <MenuItem value="true">{t("content.published")}</MenuItem>
        <MenuItem value="false">{t("content.hidden")}</MenuItem>
      </TextField>
    </FilterBar>
  );
}

function Lines() {
  const t = useText();
  const { data = [] } = useListContext<ContentPage>();
  const secondary = { display: { xs: "none", md: "table-cell" } };
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <SortedCell field="name" label={t("content.field.name")} />
            <TableCell sx={secondary}>{t("content.field.type")}</TableCell>
            <TableCell sx={secondary}>{t("content.field.cityCode")}</TableCell>
            <TableCell sx={secondary}>{t("content.field.whiteLabels")}</TableCell>
            <TableCell>{t("content.field.published")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map(({ id, source }) => (
            <TableRow key={id} hover>
              <TableCell sx={{ overflowWrap: "anywhere" }}>
                <Link component={RouterLink} to={`/pages/${id}`} sx={{ fontWeight: 600 }}>
                  {source.es?.name ?? source.pt?.name ?? source.externalId}
                </Link>
                <Typography variant="body2" sx={{ color: "text.secondary" }}>
                  {source.externalId} · {pageLanguages.filter((lang) => source[lang]).join(", ")}
                </Typography>
              </TableCell>
              <TableCell sx={secondary}>{t(`content.type.${source.type}`)}</TableCell>
              <TableCell sx={secondary}>{source.cityCode ?? "–"}</TableCell>
              <TableCell sx={secondary}>{source.whiteLabels?.join(", ") ?? t("content.everySite")}</TableCell>
              <TableCell>
                <Stack sx={{ alignItems: "flex-start" }}>
                  <Chip
                    size="small"
                    variant="outlined"
                    color={source.published === false ? "default" : "success"}
                    label={t(source.published === false ? "content.hidden" : "content.published")}
                  />
                </Stack>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
