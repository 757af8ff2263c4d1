import { Button, Stack, Typography } from "@mui/material";
import { useNavigate } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { InstantText } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { belowRecord } from "../ui/page/Page.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { actionAddress, type BulkActionKind, bulkActionKinds, reportAddress } from "./bulk.ts";

/** Buttons that act on the orders selected in the manifest. Shows nothing while no order is selected. */
export function SelectedOrders({
  eventId,
  selected,
  people,
  onClear,
}: {
  eventId: string;
  selected: readonly string[];
  /** The number of people in the selected orders. */
  people: number;
  onClear: () => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  if (selected.length === 0) return null;
  const act = (kind: BulkActionKind) =>
    void navigate(actionAddress(eventId, kind), { state: { ...belowRecord, orderIds: [...selected] } });
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t("bulk.selected.count", { smart_count: selected.length })}
      className="on-screen"
      sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", mb: 1 }}
    >
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {t("bulk.selected.count", { smart_count: selected.length })} · {t("orders.people", { smart_count: people })}
      </Typography>
      {bulkActionKinds.map((kind) => (
        <Button key={kind} size="small" variant="outlined" onClick={() => act(kind)}>
          {t(`bulk.selected.${kind}`)}
        </Button>
      ))}
      <Button size="small" onClick={onClear}>
        {t("bulk.selected.clear")}
      </Button>
    </Stack>
  );
}

/** Lists the earlier actions on the event's orders. Shows nothing if there are none. */
export function ActionHistory({ eventId }: { eventId: string }) {
  const t = useText();
  const { data } = useAnswer("bulkActions.list", { id: eventId });
  if (!data || data.total === 0) return null;
  return (
    <SectionCard title={t("bulk.history")}>
      <PlainList>
        {data.data.map(({ id, kind, createdAt, createdBy, orders, open, refused, untold }) => (
          <LinedItem key={id}>
            <PageLink to={reportAddress(id)} sx={{ fontWeight: 600 }}>
              {t(`bulk.title.${kind}`)}
            </PageLink>{" "}
            · <InstantText at={createdAt} />
            <SecondaryText>
              {[
                createdBy,
                t("bulk.report.progress", { done: orders - open, all: orders }),
                refused > 0 && t("bulk.report.refused", { smart_count: refused }),
                untold > 0 && t("bulk.report.untold", { smart_count: untold }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </SecondaryText>
          </LinedItem>
        ))}
      </PlainList>
    </SectionCard>
  );
}
