import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TableCell from "@mui/material/TableCell";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useFormat } from "../format/format.ts";
import { Instant } from "../format/Instant.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { SortedCell } from "../ui/list/SortedCell.tsx";
import { RecordCard, RecordCards, RecordLine, RecordLink, RecordTable } from "../ui/page/Records.tsx";
import { CreatePartner } from "./CreatePartner.tsx";
import { ErrorRate, Keys, PartnerState } from "./facts.tsx";
import type { Partner } from "./partner.ts";

/** The list of partners with keys, sales and error rate. */
export function PartnerList() {
  const t = useText();
  const rights = useRights();
  const wide = useMediaQuery("(min-width: 900px)");
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        resource="partners"
        title={t("partners.title")}
        lead={t("partners.lead")}
        empty={t("partners.empty")}
        sort={{ field: "name", order: "ASC" }}
        filters={<PartnerFilters />}
        actions={
          rights.has("partners.create") && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
              {t("partners.create.button")}
            </Button>
          )
        }
      >
        {wide ? <Lines /> : <Cards />}
      </ListPage>
      {creating && <CreatePartner onClose={() => setCreating(false)} />}
    </>
  );
}

function PartnerFilters() {
  const t = useText();
  const { values, set } = useFilters();
  return (
    <FilterBar
      first={
        <TextField
          label={t("orders.list.search")}
          placeholder={t("partners.searchLead")}
          type="search"
          defaultValue={values.q ?? ""}
          onChange={({ target }) => set({ q: target.value }, "typing")}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
          sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
        />
      }
    >
      <TextField
        select
        label={t("partners.field.state")}
        value={values.active ?? ""}
        onChange={({ target }) => set({ active: target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t("partners.anyState")}</MenuItem>
        <MenuItem value="true">{t("partners.state.active")}</MenuItem>
        <MenuItem value="false">{t("partners.state.inactive")}</MenuItem>
      </TextField>
    </FilterBar>
  );
}

const addressOf = ({ id }: Partner): string => `/partners/${id}/show`;

function Lines() {
  const t = useText();
  const format = useFormat();
  const { data = [] } = useListContext<Partner>();
  return (
    <RecordTable
      head={
        <>
          <SortedCell field="name" label={t("partners.field.name")} />
          <TableCell>{t("partners.field.keys")}</TableCell>
          <SortedCell field="lastUsedAt" label={t("partners.field.lastUsed")} />
          <SortedCell field="orders" label={t("partners.field.orders")} align="right" />
          <SortedCell field="salesUsd" label={t("partners.field.sales")} align="right" />
          <SortedCell field="errorRate" label={t("partners.field.errorRate")} align="right" />
        </>
      }
    >
      {data.map((partner) => (
        <RecordLine key={partner.id} to={addressOf(partner)}>
          <TableCell sx={{ overflowWrap: "anywhere", minWidth: 200 }}>
            <Name partner={partner} />
          </TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Keys partner={partner} />
          </TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            {partner.lastUsedAt ? <Instant at={partner.lastUsedAt} /> : t("partners.never")}
          </TableCell>
          <TableCell align="right">{partner.orders}</TableCell>
          <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
            {format.money(partner.salesUsd)}
          </TableCell>
          <TableCell align="right">
            <ErrorRate partner={partner} />
          </TableCell>
        </RecordLine>
      ))}
    </RecordTable>
  );
}

function Cards() {
  const t = useText();
  const format = useFormat();
  const { data = [] } = useListContext<Partner>();
  return (
    <RecordCards>
      {data.map((partner) => (
        <RecordCard key={partner.id}>
          <Name partner={partner} />
          <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.25, flexWrap: "wrap", mt: 0.5 }}>
            <span>{format.money(partner.salesUsd)}</span>
            <Keys partner={partner} />
            {partner.errorRate !== null && (
              <span>
                {t("partners.field.errorRate")}: <ErrorRate partner={partner} />
              </span>
            )}
          </Stack>
        </RecordCard>
      ))}
    </RecordCards>
  );
}

function Name({ partner }: { partner: Partner }) {
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <RecordLink to={addressOf(partner)} sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          {partner.name}
        </RecordLink>
        {!partner.active && <PartnerState partner={partner} />}
      </Stack>
      <Typography variant="body2" sx={{ color: "text.secondary", fontFamily: mono, overflowWrap: "anywhere" }}>
        {partner.externalId}
      </Typography>
    </>
  );
}
