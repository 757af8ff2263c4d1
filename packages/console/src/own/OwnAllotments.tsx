import { Alert, Typography } from "@mui/material";
import { useParams } from "react-router";
import type { ApiAnswer, ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DataTable } from "../ui/page/DataTable.tsx";
import { FactList, LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";

type OwnAllotment = ListRecord<"own.allotments">;

/** The seats that were agreed with the own partner. */
export function OwnAllotmentsPage() {
  const t = useText();
  const format = useFormat();
  const query = useAnswer("own.allotments");
  return (
    <Page title={t("ownPartner.allotments.title")} lead={t("ownPartner.allotments.lead")} width={900}>
      <SectionCard title={t("ownPartner.allotments.title")}>
        <QueryResult query={query} lines={4}>
          {({ data }) => (
            <>
              {data.length === 0 && (
                <Typography role="status" sx={{ color: "text.secondary", py: 1 }}>
                  {t("ownPartner.allotments.none")}
                </Typography>
              )}
              <PlainList>
                {data.map((one) => (
                  <LinedItem key={one.id}>
                    <PageLink to={`/own/allotments/${one.id}`}>{nameOf(one)}</PageLink>
                    <SecondaryText>
                      {[
                        t(`ownPartner.allotments.${one.kind}`, { seats: format.count(one.seats) }),
                        `${format.date(one.from)} – ${format.date(one.to)}`,
                      ].join(" · ")}
                    </SecondaryText>
                  </LinedItem>
                ))}
              </PlainList>
            </>
          )}
        </QueryResult>
      </SectionCard>
    </Page>
  );
}

const nameOf = ({ productName, itemName }: Pick<OwnAllotment, "productName" | "itemName">): string =>
  itemName === productName ? productName : `${productName} · ${itemName}`;

/** One allotment, with what is left of its seats at each coming event. */
export function OwnAllotmentPage() {
  const { id = "" } = useParams();
  const query = useAnswer("own.allotment", { id }, { refetchInterval: 30_000 });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(shown) => <Loaded shown={shown} />}
    </QueryResult>
  );
}

function Loaded({ shown: { allotment, events } }: { shown: ApiAnswer<"own.allotment"> }) {
  const t = useText();
  const format = useFormat();
  const { kind, seats, from, to, closedDates, shared } = allotment;
  return (
    <Page
      title={nameOf(allotment)}
      above={<BackLink path="/own/allotments" label={t("ownPartner.allotments.title")} />}
      lead={t(`ownPartner.allotments.${kind}`, { seats: format.count(seats) })}
      width={900}
    >
      <SectionCard title={t("ownPartner.allotments.title")} gap={1}>
        <FactList
          facts={[
            {
              name: t("statements.field.period"),
              wide: true,
              value: `${format.date(from)} – ${format.date(to)}`,
            },
            closedDates.length > 0 && {
              name: t("ownPartner.allotments.closed"),
              wide: true,
              value: closedDates.map((day) => format.date(day)).join(", "),
            },
          ]}
        />
        {shared && <SecondaryText>{t("ownPartner.allotments.shared")}</SecondaryText>}
      </SectionCard>
      <SectionCard title={t("events.title")}>
        {events.length === 0 ? (
          <Alert severity="info">{t("ownPartner.allotments.noEvents")}</Alert>
        ) : (
          <DataTable
            stacked
            label={t("events.title")}
            height={600}
            rows={events}
            keyOf={({ eventId }) => eventId}
            columns={[
              { name: t("allotments.event"), value: ({ eventOn }) => format.local(eventOn) },
              { name: t("ownPartner.allotments.left"), figure: true, value: ({ left }) => <b>{format.count(left)}</b> },
              ...(kind === "guaranteed"
                ? [
                    {
                      name: t("ownPartner.allotments.held"),
                      figure: true,
                      wide: true,
                      value: ({ held }: { held: number }) => format.count(held),
                    },
                    {
                      name: t("allotments.release"),
                      figure: true,
                      value: ({ releaseAt }: { releaseAt: string | null }) =>
                        releaseAt && <InstantText at={releaseAt} />,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </SectionCard>
    </Page>
  );
}
