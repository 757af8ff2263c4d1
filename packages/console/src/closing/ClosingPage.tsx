import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import PrintIcon from "@mui/icons-material/Print";
import { Alert, Box, Button, GlobalStyles, IconButton, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { addDays, lastDay, monthAfter, today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights, useSignedInOperator } from "../session/hooks.ts";
import { DialogButton } from "../ui/dialogs.tsx";
import { CsvButton, DownloadLink } from "../ui/download.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { DayField, Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { LoadingCard } from "../ui/page/Loading.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { printedPage } from "../ui/page/printed.ts";
import { ProblemAlert } from "../ui/page/states.tsx";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import type { DayClosing } from "./closing.ts";
import { LateChanges, PartnerTable, PaymentKindTable, SellerTable } from "./sums.tsx";
import { countsOf, emptyCounts, TillFields, TillTable } from "./tills.tsx";

/** The money of a day by kind of payment, and its closing. */
export function ClosingPage() {
  const t = useText();
  const cityOf = useZoneCity();
  const format = useFormat();
  const may = useRights();
  const [params, setParams] = useSearchParams();
  const home = useAnswer("home.show");
  const present = home.data && today(home.data.zoneInUse ?? "UTC");
  const day = params.get("day") ?? present;
  const { data, error } = useAnswer("closings.show", day === undefined ? null : { day });
  const choose = (chosen: string) => setParams(chosen === present ? {} : { day: chosen }, { replace: true });
  return (
    <Page
      title={t("closing.title")}
      lead={
        data && (
          <>
            <b>{format.longDay(data.day)}</b> · {t("closing.lead", { zone: cityOf(data.timeZone) })}
          </>
        )
      }
      width={1100}
      actions={
        day && (
          <Stack direction="row" className="on-screen" sx={{ gap: 0.5, alignItems: "center", flexWrap: "wrap" }}>
            <IconButton aria-label={t("closing.before")} onClick={() => choose(addDays(day, -1))}>
              <ChevronLeftIcon />
            </IconButton>
            <DayField
              label={t("amendment.day")}
              value={day}
              onChange={(chosen) => chosen && choose(chosen)}
              sx={{ width: 160 }}
            />
            <IconButton
              aria-label={t("closing.after")}
              disabled={present === undefined || day >= present}
              onClick={() => choose(addDays(day, 1))}
            >
              <ChevronRightIcon />
            </IconButton>
            {may.has("closings.export") && (
              <CsvButton of={t("closing.title")} operation="closings.export" request={{ day }} />
            )}
            <Button startIcon={<PrintIcon />} onClick={() => window.print()}>
              {t("day.print")}
            </Button>
          </Stack>
        )
      }
    >
      <ProblemAlert error={home.error ?? error} />
      {data ? <Money money={data} /> : !error && <LoadingCard of="rows" lines={5} />}
    </Page>
  );
}

function Money({ money }: { money: DayClosing }) {
  const t = useText();
  const format = useFormat();
  const may = useRights();
  const { me } = useSignedInOperator();
  const { closing, changed } = money;
  const sums = closing?.sums ?? money.sums;
  const { currencyCode, cancelled } = sums;
  return (
    <Stack sx={{ gap: 2 }}>
      <GlobalStyles styles={printedPage("portrait")} />
      <Box className="on-paper" sx={{ display: "none", fontWeight: 600 }}>
        {me?.operatorName}
      </Box>
      <Alert
        severity={closing ? "success" : "info"}
        action={!closing && may.has("closings.close") && <Close money={money} />}
        sx={{ alignItems: "center" }}
      >
        {closing
          ? t("closing.closed", { at: format.instant(closing.closedAt), by: closing.closedBy })
          : t("closing.openText")}
      </Alert>
      <SectionCard title={t("closing.kinds")}>
        <PaymentKindTable
          label={t("closing.kinds")}
          kinds={sums.kinds}
          total={sums.total}
          currencyCode={currencyCode}
        />
        {cancelled.orders > 0 && (
          <p style={{ marginBottom: 0 }}>
            {t("closing.cancelled", {
              smart_count: cancelled.orders,
              amount: format.amount(cancelled.amount, currencyCode),
            })}{" "}
            {t("closing.cancelledLead")}
          </p>
        )}
        <Balances balances={money.balances} />
      </SectionCard>
      {changed.length > 0 && <LateChanges title={t("closing.changed")} changes={changed} currencyCode={currencyCode} />}
      {closing && closing.late.length > 0 && (
        <LateChanges title={t("closing.late")} changes={closing.late} currencyCode={currencyCode} />
      )}
      <PartnerTable sums={sums} />
      <SellerTable sums={sums} />
      <TillTable money={money} />
      <SecondaryText>{t("closing.noInvoice")}</SecondaryText>
      {may.has("documents.export") && <AccountingExport today={money.today} />}
    </Stack>
  );
}

/** The amount that is due now for orders on account, with a link to these orders. */
function Balances({ balances: { orders, amount, overdue, currencyCode } }: Pick<DayClosing, "balances">) {
  const t = useText();
  const format = useFormat();
  if (orders === 0) return null;
  return (
    <p style={{ marginBottom: 0 }}>
      <PageLink to={filteredListAddress("orders", { balanceDue: "true" })} underline="always">
        {t("balance.balances", { smart_count: orders, amount: format.amount(amount, currencyCode) })}
      </PageLink>{" "}
      {Number(overdue) > 0 && t("balance.overdue", { amount: format.amount(overdue, currencyCode) })}
    </p>
  );
}

function Close({ money: { day, today: present, sums } }: { money: DayClosing }) {
  const t = useText();
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const tills = sums.tills ?? [];
  return (
    <DialogButton
      variant="contained"
      className="on-screen"
      label={t("closing.close")}
      sx={{ whiteSpace: "nowrap" }}
      dialog={(close) => (
        <FormDialog
          title={t("closing.closeTitle", { day: format.longDay(day) })}
          lead={
            <>
              {t("closing.closeLead")} {day === present && t("closing.closeToday")}
            </>
          }
          submit={t("closing.close")}
          defaults={emptyCounts(tills)}
          save={async (typed) => {
            await api("closings.close", { day, body: { tills: countsOf(typed, tills) } });
            await queries.invalidateQueries({ queryKey: ["closings.show"] });
          }}
          notice={t("closing.done", { day: format.longDay(day) })}
          onClose={close}
        >
          <TillFields tills={tills} />
        </FormDialog>
      )}
    />
  );
}

const decimalMarks = ["comma", "point"] as const;
type Decimals = (typeof decimalMarks)[number];

/** The documents of a period as a file. The period is last month unless the operator chooses another period. */
function AccountingExport({ today }: { today: string }) {
  const t = useText();
  const month = monthAfter(today.slice(0, 7), -1);
  const [{ from, to }, setPeriod] = useState({ from: `${month}-01`, to: lastDay(month) });
  const isWrong = from > to;
  // The decimal mark of this browser's language and country: Spanish has a comma in Spain and a point in Mexico.
  const usual = useFormat().typed("0.5").includes(",") ? "comma" : "point";
  const [decimals, setDecimals] = useState<Decimals>(usual);
  return (
    <Box className="on-screen">
      <SectionCard title={t("closing.accountant")} gap={2}>
        <SecondaryText>{t("closing.accountantLead")}</SecondaryText>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <DayField
            label={t("productForm.schedule.from")}
            value={from}
            error={isWrong}
            helperText={isWrong && t("closing.wrong")}
            onChange={(day) => day && setPeriod({ from: day, to })}
            sx={{ width: 160 }}
          />
          <DayField
            label={t("productForm.schedule.to")}
            value={to}
            onChange={(day) => day && setPeriod({ from, to: day })}
            sx={{ width: 160 }}
          />
          <Select
            label={t("closing.decimals")}
            value={decimals}
            choices={choicesOf(decimalMarks, (mark) => t(`closing.decimalMark.${mark}`))}
            onChange={(mark) => mark && setDecimals(mark)}
            sx={{ width: 240 }}
          />
        </Stack>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          {(["csv", "xlsx"] as const).map((format) => (
            <DownloadLink
              key={format}
              operation="documents.export"
              query={{ format, from, to, ...(format === "csv" && { decimals }) }}
              label={t(`closing.${format}`)}
              variant={format === "csv" ? "outlined" : "contained"}
            />
          ))}
        </Stack>
      </SectionCard>
    </Box>
  );
}
