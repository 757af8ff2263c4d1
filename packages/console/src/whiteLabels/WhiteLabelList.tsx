import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router";
import { Allowed } from "../frame/pages.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { PartnerChoice } from "../ui/form/PartnerChoice.tsx";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { SortedCell } from "../ui/list/SortedCell.tsx";
import { DeleteWhiteLabel } from "./DeleteWhiteLabel.tsx";
import { NewWhiteLabel } from "./NewWhiteLabel.tsx";
import { RenameWhiteLabel } from "./RenameWhiteLabel.tsx";
import type { WhiteLabel } from "./whiteLabel.ts";

/** The list of white labels, with its right. */
export const WhiteLabelPages = () => (
  <Allowed right="whiteLabels.list">
    <WhiteLabelList />
  </Allowed>
);

function WhiteLabelList() {
  const t = useText();
  const may = useRights();
  const [creating, setCreating] = useState(false);
  return (
    <ListPage
      resource="white-labels"
      title={t("whiteLabels.title")}
      lead={t("whiteLabels.lead")}
      sort={{ field: "code", order: "ASC" }}
      filters={<Filters />}
      actions={
        may.has("whiteLabels.create") && (
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
            {t("whiteLabels.create.button")}
          </Button>
        )
      }
    >
      <Lines />
      {creating && <NewWhiteLabel onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

function Filters() {
  const t = useText();
  const { values, set } = useFilters();
  return (
    <FilterBar
      first={
        <TextField
          label={t("whiteLabels.search")}
          type="search"
          defaultValue={values.q ?? ""}
          onChange={({ target }) => set({ q: target.value }, "typing")}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
        />
      }
    >
      <PartnerChoice value={values.partner ?? ""} onChange={(partner) => set({ partner })} />
    </FilterBar>
  );
}

function Lines() {
  const t = useText();
  const may = useRights();
  const { data = [] } = useListContext<WhiteLabel>();
  const [chosen, setChosen] = useState<{ label: WhiteLabel; to: "rename" | "delete" } | null>(null);
  const close = () => setChosen(null);
  const acts = [
    { to: "rename", right: "whiteLabels.update", color: "primary" },
    { to: "delete", right: "whiteLabels.delete", color: "error" },
  ] as const;
  const allowed = acts.filter(({ right }) => may.has(right));
  const beyondPhones = { display: { xs: "none", sm: "table-cell" } };
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <SortedCell field="code" label={t("whiteLabels.field.code")} />
            <TableCell sx={beyondPhones}>{t("orders.field.partner")}</TableCell>
            <TableCell align="right" sx={beyondPhones}>
              {t("whiteLabels.field.pages")}
            </TableCell>
            {allowed.length > 0 && <TableCell align="right">{t("orders.field.actions")}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((label) => (
            <TableRow key={label.id} hover>
              <TableCell sx={{ overflowWrap: "anywhere" }}>
                <Typography component="span" sx={{ fontFamily: mono, fontWeight: 700 }}>
                  {label.code}
                </Typography>
                <Typography variant="body2">{label.name}</Typography>
                <Typography variant="body2" sx={{ display: { sm: "none" }, color: "text.secondary" }}>
                  {label.partnerName}
                </Typography>
              </TableCell>
              <TableCell sx={{ ...beyondPhones, overflowWrap: "anywhere" }}>{label.partnerName}</TableCell>
              <TableCell align="right" sx={beyondPhones}>
                {label.pages > 0 ? (
                  <Link
                    component={RouterLink}
                    to={`/pages?${new URLSearchParams({ filter: JSON.stringify({ whiteLabel: label.code }), page: "1" })}`}
                    aria-label={t("whiteLabels.pagesOf", { code: label.code, n: label.pages })}
                  >
                    {label.pages}
                  </Link>
                ) : (
                  0
                )}
              </TableCell>
              {allowed.length > 0 && (
                <TableCell align="right">
                  <Stack
                    direction={{ xs: "column", sm: "row" }}
                    sx={{ gap: 0.5, justifyContent: "flex-end", alignItems: "flex-end" }}
                  >
                    {allowed.map(({ to, color }) => (
                      <Button
                        key={to}
                        size="small"
                        color={color}
                        aria-label={`${t(`whiteLabels.${to}.button`)}: ${label.code}`}
                        onClick={() => setChosen({ label, to })}
                      >
                        {t(`whiteLabels.${to}.button`)}
                      </Button>
                    ))}
                  </Stack>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {chosen?.to === "rename" && <RenameWhiteLabel label={chosen.label} onClose={close} />}
      {chosen?.to === "delete" && <DeleteWhiteLabel label={chosen.label} onClose={close} />}
    </Box>
  );
}
