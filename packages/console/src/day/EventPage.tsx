import MoreVertIcon from "@mui/icons-material/MoreVert";
import PrintIcon from "@mui/icons-material/Print";
import RefreshIcon from "@mui/icons-material/Refresh";
import {
  Alert,
  Box,
  Button,
  Divider,
  GlobalStyles,
  IconButton,
  MenuItem,
  Stack,
  Tooltip,
  Typography,
} from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { EventAllotments } from "../allotments/EventAllotments.tsx";
import { useAnswer } from "../api/useAnswer.ts";
import { actionAddress, bulkActionKinds } from "../bulk/bulk.ts";
import { ActionHistory, SelectedOrders } from "../bulk/EventActions.tsx";
import { DoorConflictAlert } from "../door/DoorHistory.tsx";
import { today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { NewOrder } from "../orders/sale/NewOrder.tsx";
import { EventResources } from "../resources/EventResources.tsx";
import { EventResourceClash } from "../resources/ResourceClashes.tsx";
import { useRights } from "../session/hooks.ts";
import type { RowSelection } from "../ui/list/records.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackInHistory, belowRecord, Page } from "../ui/page/Page.tsx";
import { printedPage } from "../ui/page/printed.ts";
import { QueryResult, RecordPage } from "../ui/page/QueryResult.tsx";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import { AttendanceDialog } from "./AttendanceDialog.tsx";
import { SeatBlockDialog, SeatBlockSection, SeatBlockText } from "./Blocks.tsx";
import { EventChangeDialog, EventSalesDialog } from "./ChangeDialog.tsx";
import { type DayEvent, hasBegun, type ManifestOrder } from "./day-event.ts";
import { EventFigures } from "./event-parts.tsx";
import { GuestListExport } from "./GuestLists.tsx";
import { ManifestList } from "./ManifestList.tsx";

/** One event: its sales, its changes and its guests. The page reads the figures again every 15 seconds. */
export const EventPage = () => (
  <RecordPage operation="events.show" refetchInterval={15_000}>
    {(event) => <LoadedEvent event={event} />}
  </RecordPage>
);

function LoadedEvent({ event }: { event: DayEvent }) {
  const t = useText();
  const cityOf = useZoneCity();
  const format = useFormat();
  const rights = useRights();
  return (
    <Page
      title={event.productName}
      width={1440}
      above={
        <span className="on-screen">
          <BackInHistory label={t("frame.action.back")} otherwise="/events" />
        </span>
      }
      lead={
        <Stack sx={{ gap: 0.5, mt: 0.5 }}>
          <span>
            <b>{format.local(event.eventOn)}</b> · {event.itemName} · {event.venue}
          </span>
          <SecondaryText span>{t("day.zone", { zone: cityOf(event.timeZone) })}</SecondaryText>
          <span className="on-screen">
            <PageLink to={filteredListAddress("orders", { eventId: event.id })}>{t("day.orders")}</PageLink>
            {event.waiting > 0 && ` · ${t("day.waiting", { smart_count: event.waiting })}`}
          </span>
        </Stack>
      }
      actions={<EventActions event={event} />}
    >
      <GlobalStyles styles={printedPage("landscape")} />
      {event.conflicts.length > 0 && <DoorConflictAlert conflicts={event.conflicts} />}
      {hasGuests(event) && <EventResourceClash eventId={event.id} />}
      {event.tooFew && (
        <Alert severity="warning" className="on-screen">
          {t("day.tooFewLead", { n: format.count(event.minimumGuests ?? 0) })}
        </Alert>
      )}
      <EventFigures event={event} />
      <div className="on-screen">
        <EventResources event={event} />
      </div>
      <div className="on-screen">
        <EventAllotments eventId={event.id} />
      </div>
      <div className="on-screen">
        <ActionHistory eventId={event.id} />
      </div>
      {event.blocks.length > 0 && (
        <div className="on-screen">
          <SeatBlockSection blocks={event.blocks} />
        </div>
      )}
      {rights.has("events.manifest") && <ManifestSection event={event} />}
    </Page>
  );
}

/** The guests of an event. The audit log records each reading, so the page reads them once, and again on demand. */
function ManifestSection({ event }: { event: DayEvent }) {
  const { id } = event;
  const t = useText();
  const rights = useRights();
  const query = useAnswer("events.manifest", { id }, { refetchOnWindowFocus: false, refetchOnReconnect: false });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const selection: RowSelection<ManifestOrder> = {
    has: ({ orderId }) => selected.includes(orderId),
    set: (orders, on) => {
      const ids = orders.map(({ orderId }) => orderId);
      setSelected((now) => [...now.filter((one) => !ids.includes(one)), ...(on ? ids : [])]);
    },
    nameOf: ({ reference, leadName }) => [reference, leadName].filter(Boolean).join(", "),
    all: t("bulk.selected.all"),
  };
  const reload = t("day.reload");
  // The plan of the day leads to the manifest.
  const isWanted = useSearchParams()[0].get("part") === "manifest";
  const top = useRef<HTMLDivElement>(null);
  const { isPending } = query;
  useEffect(() => {
    if (isWanted && !isPending) top.current?.scrollIntoView();
  }, [isWanted, isPending]);
  return (
    <div ref={top}>
      <SectionCard
        title={t("day.manifest.title")}
        aside={
          <Stack direction="row" className="on-screen" sx={{ gap: 0.5, alignItems: "center" }}>
            <Tooltip title={reload}>
              <IconButton
                size="small"
                aria-label={reload}
                loading={query.isFetching}
                onClick={() => void query.refetch()}
              >
                <RefreshIcon fontSize="small" />
              </IconButton>
            </Tooltip>
            <Button size="small" startIcon={<PrintIcon />} onClick={() => window.print()}>
              {t("day.print")}
            </Button>
            {rights.has("events.manifestExport") && <GuestListExport eventId={id} />}
          </Stack>
        }
      >
        <QueryResult query={query}>
          {(manifest) =>
            manifest.orders.length === 0 ? (
              <Typography role="status" sx={{ py: 3, textAlign: "center", color: "text.secondary" }}>
                {manifest.cancelled > 0
                  ? t("day.manifest.allCancelled", { smart_count: manifest.cancelled })
                  : t("day.manifest.none")}
              </Typography>
            ) : (
              <Box>
                {manifest.more && (
                  <Alert severity="warning" sx={{ mb: 1 }}>
                    {t("day.manifest.more")}
                  </Alert>
                )}
                {manifest.blocks.length > 0 && (
                  <Box sx={{ mb: 1, display: "none", "@media print": { display: "block" } }}>
                    <Typography variant="overline" component="div" sx={{ color: "text.secondary" }}>
                      {t("blocks.groups")}
                    </Typography>
                    {manifest.blocks.map((block) => (
                      <SeatBlockText key={block.id} block={block} />
                    ))}
                  </Box>
                )}
                <SelectedOrders
                  eventId={id}
                  selected={selected}
                  people={manifest.orders.reduce(
                    (sum, { orderId, people }) => sum + (selected.includes(orderId) ? people : 0),
                    0,
                  )}
                  onClear={() => setSelected([])}
                />
                <ManifestList
                  manifest={manifest}
                  hasBegun={hasBegun(event)}
                  {...(rights.has("bulkActions.start") && { selection })}
                />
              </Box>
            )
          }
        </QueryResult>
        <SecondaryText className="on-screen" sx={{ mt: 1.5 }}>
          {t("day.manifest.audited")}
        </SecondaryText>
      </SectionCard>
    </div>
  );
}

/** Some tickets take no seat, and others are for nobody, such as a vehicle. */
const hasGuests = ({ sold, people }: DayEvent): boolean => sold > 0 || people > 0;

type Chosen = "block" | "close" | "open" | "capacityChange" | "priceChange" | "attendance";

/** The actions on an event: the most likely one as a button, all others in a menu. */
function EventActions({ event }: { event: DayEvent }) {
  const t = useText();
  const rights = useRights();
  const navigate = useNavigate();
  // The search (Ctrl K) opens this page with the requested change.
  const [address] = useSearchParams();
  const toggle = event.setting === "available" ? "close" : "open";
  const [chosen, setChosen] = useState<Chosen | null>(address.get("do") === toggle ? toggle : null);
  const isOnSale = event.state === "available";
  // Walk-in guests come on the day of the event. Before that day, guests call or write.
  const isToday = event.eventOn.slice(0, 10) === today(event.timeZone);
  const mayChange = rights.has("events.change");
  const close = () => setChosen(null);
  const dialogs = [
    isOnSale && rights.has("blocks.create") && ("block" as const),
    mayChange && ("capacityChange" as const),
    mayChange && event.prices.length > 0 && ("priceChange" as const),
    mayChange && toggle === "close" && toggle,
    rights.has("events.closeAttendance") && hasBegun(event) && hasGuests(event) && ("attendance" as const),
  ].filter((one) => one !== false) as Chosen[];
  const labelOf = (one: Chosen) => {
    if (one === "attendance") return t(event.attendance ? "attendance.reopen" : "attendance.close");
    return one === "block" ? t("blocks.button") : t(`day.${one}.button`);
  };
  const sells = event.deskSells && rights.has("orders.create");
  const bulk = hasGuests(event) && rights.has("bulkActions.start") ? bulkActionKinds : [];
  return (
    <>
      {event.deskSells && <NewOrder eventId={event.id} walkIn={isToday} />}
      {mayChange && toggle === "open" && (
        <Button variant="contained" onClick={() => setChosen("open")}>
          {labelOf("open")}
        </Button>
      )}
      {dialogs.length + bulk.length > 0 && (
        <MenuButton
          button={(props) => (
            <Button {...props} variant="outlined" endIcon={<MoreVertIcon />}>
              {t("frame.action.more")}
            </Button>
          )}
        >
          {(closeMenu) => [
            sells && (
              <MenuItem
                key="order"
                component={Link}
                to={`/orders/create?${new URLSearchParams({ eventId: event.id, ...(!isToday && { walkIn: "yes" }) })}`}
              >
                {t(isToday ? "sale.button" : "sale.walkIn")}
              </MenuItem>
            ),
            ...dialogs.map((one) => (
              <MenuItem
                key={one}
                onClick={() => {
                  closeMenu();
                  setChosen(one);
                }}
              >
                {labelOf(one)}
              </MenuItem>
            )),
            bulk.length > 0 && <Divider key="line" component="li" />,
            ...bulk.map((kind) => (
              <MenuItem key={kind} onClick={() => void navigate(actionAddress(event.id, kind), { state: belowRecord })}>
                {t(`bulk.action.${kind}`)}
              </MenuItem>
            )),
          ]}
        </MenuButton>
      )}
      {chosen === "block" && <SeatBlockDialog event={event} onClose={close} />}
      {chosen === "attendance" && <AttendanceDialog event={event} onClose={close} />}
      {(chosen === "close" || chosen === "open") && <EventSalesDialog change={chosen} event={event} onClose={close} />}
      {(chosen === "capacityChange" || chosen === "priceChange") && (
        <EventChangeDialog change={chosen} event={event} onClose={close} />
      )}
    </>
  );
}
