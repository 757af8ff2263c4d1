import AddIcon from "@mui/icons-material/Add";
import { Button, Chip, Typography } from "@mui/material";
import { Link } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { RecordActions } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { usePartnerNames } from "../ui/form/usePartnerNames.ts";
import { FilterBar, SelectFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { partnerNameText } from "../ui/partner-name.ts";
import { SecondaryText } from "../ui/text.tsx";
import { type Allotment, allotmentName } from "./allotment.ts";

/** The list of allotments, by product, item and first day. */
export function AllotmentList() {
  const t = useText();
  const rights = useRights();
  const partners = usePartnerNames();
  return (
    <ListPage
      resource="allotments"
      title={t("allotments.title")}
      lead={t("allotments.lead")}
      empty={t("allotments.empty")}
      filters={
        <FilterBar
          first={
            <SelectFilter
              source="partner"
              label={t("orders.field.partner")}
              any={t("find.anyPartner")}
              choices={partners}
            />
          }
        >
          <SelectFilter
            source="ended"
            label={t("orders.field.status")}
            any={t("allotments.running")}
            choices={[{ id: "true", name: t("allotments.showEnded") }]}
          />
        </FilterBar>
      }
      actions={
        rights.has("allotments.create") && (
          <Button component={Link} to="/allotments/create" variant="contained" startIcon={<AddIcon />}>
            {t("allotments.add")}
          </Button>
        )
      }
    >
      <RecordList<Allotment>
        columns={[
          {
            label: t("allotments.form"),
            wrap: true,
            value: (allotment) => (
              <>
                <Typography component="h2" sx={{ fontWeight: 600 }}>
                  {allotmentName(allotment)} {allotment.ended && <Chip label={t("allotments.ended")} />}
                </Typography>
                {allotment.name && <SecondaryText>{allotmentName({ ...allotment, name: "" })}</SecondaryText>}
              </>
            ),
          },
          {
            label: t("allotments.seats"),
            card: "bare",
            wrap: true,
            value: (allotment) => <Seats allotment={allotment} />,
          },
          {
            label: t("allotments.partners"),
            wrap: true,
            value: ({ partners: of }) =>
              of.map(({ externalId, name }) => partnerNameText(externalId, name, t)).join(", "),
          },
          { label: t("allotments.days"), wrap: true, value: (allotment) => <Days allotment={allotment} /> },
          {
            label: t("orders.field.actions"),
            figure: true,
            card: "bare",
            value: (allotment) => <Actions allotment={allotment} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Seats({ allotment: { kind, seats, releaseHours } }: { allotment: Allotment }) {
  const t = useText();
  return (
    <>
      {t("allotments.seatsOf", { kind: t(`allotments.kind.${kind}`), smart_count: seats })}
      {releaseHours !== null && (
        <SecondaryText>
          {releaseHours === 0
            ? t("allotments.neverReleased")
            : t("allotments.releasedBefore", { smart_count: releaseHours })}
        </SecondaryText>
      )}
    </>
  );
}

function Days({ allotment: { from, to, weekdays, times, closedDates } }: { allotment: Allotment }) {
  const t = useText();
  const format = useFormat();
  const more = [weekdays?.map((day) => format.weekday(day, "short")).join(" "), times?.join(", ")].filter(Boolean);
  return (
    <>
      {t("allotments.span", { from: format.date(from), to: format.date(to) })}
      {more.length > 0 && <SecondaryText>{more.join(" · ")}</SecondaryText>}
      {closedDates.length > 0 && (
        <SecondaryText>
          {t("allotments.closedDates")}{" "}
          {closedDates
            .slice(0, 3)
            .map((day) => format.date(day))
            .join(", ")}
          {closedDates.length > 3 && " …"}
        </SecondaryText>
      )}
    </>
  );
}

function Actions({ allotment }: { allotment: Allotment }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const name = allotmentName(allotment);
  const label = t(rights.has("allotments.update") ? "operators.change.button" : "events.title");
  return (
    <RecordActions>
      <Button size="small" component={Link} to={`/allotments/${allotment.id}`} aria-label={`${label}: ${name}`}>
        {label}
      </Button>
      {rights.has("allotments.delete") && (
        <FormButton
          danger
          button={{ size: "small", color: "error" }}
          of={name}
          label={t("allotments.remove")}
          title={t("allotments.removeTitle", { name })}
          lead={t("allotments.removeLead")}
          save={() => api("allotments.delete", { id: allotment.id })}
          notice={t("allotments.removed")}
        />
      )}
    </RecordActions>
  );
}
