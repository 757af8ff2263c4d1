import MoreVertIcon from "@mui/icons-material/MoreVert";
import WarningIcon from "@mui/icons-material/WarningAmber";
import { Box, IconButton, MenuItem } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { SecondaryText, softColors } from "../ui/text.tsx";
import { eventName, obstacleText, type Resource } from "./resource.ts";

export type ResourceUse = ApiAnswer<"resources.plan">["uses"][number];

/** An event in the plan. It can be dragged to another resource, or moved by its menu. */
export function ResourceUseBar({
  use,
  resources,
  give,
  onDrag,
}: {
  use: ResourceUse;
  resources: readonly Resource[];
  give: ((use: ResourceUse, to: Resource) => void) | undefined;
  onDrag: (use: ResourceUse | null) => void;
}) {
  const t = useText();
  const { eventId, position, from, until, people, clash, resourceId, pool } = use;
  const [opened, setOpened] = useState(false);
  const times = { from: from.slice(11), until: until.slice(11) };
  const label = t("resources.week.use", {
    event: eventName(use),
    ...times,
    people: t("orders.people", { smart_count: people }),
  });
  const others = resources.filter(({ id, archived }) => !archived && id !== resourceId && pool.includes(id));
  const query = { position, ...(resourceId !== null && { from: resourceId }) };
  const { data } = useAnswer("resources.candidates", opened && give ? { id: eventId, query } : null);
  const candidateOf = (id: string) => data?.candidates.find((one) => one.id === id);
  const isMovable = give !== undefined && others.length > 0;
  return (
    <Box
      draggable={isMovable}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData("text/plain", label);
        onDrag(use);
      }}
      onDragEnd={() => onDrag(null)}
      sx={{
        display: "flow-root",
        borderRadius: 1,
        borderLeft: 3,
        px: 0.75,
        py: 0.25,
        fontSize: { xs: "0.8125rem", md: "0.75rem" },
        lineHeight: 1.35,
        hyphens: "auto",
        overflowWrap: "break-word",
        // Only a clash has a colour, because an operator's accent can be red.
        ...softColors(clash ? "error" : "default"),
        borderColor: clash ? "error.main" : "info.main",
        ...(isMovable && { cursor: "grab" }),
      }}
    >
      {/* The text flows around the menu, because a day is narrow. */}
      <Box sx={{ float: "right", mr: -0.5 }}>
        <MenuButton
          // The event's resource is read only while the menu is open, because after the change the event no longer has this resource.
          onToggle={setOpened}
          button={(props) => (
            <IconButton {...props} size="small" color="inherit" sx={{ p: 0.25 }} aria-label={label} title={label}>
              <MoreVertIcon fontSize="small" />
            </IconButton>
          )}
        >
          {(close) => [
            ...(give
              ? others.map((other) => (
                  <MenuItem
                    key={other.id}
                    disabled={(candidateOf(other.id)?.reason ?? null) !== null}
                    onClick={() => {
                      close();
                      give(use, other);
                    }}
                  >
                    {t("resources.week.give", { name: other.name })}
                    {candidateOf(other.id) && (
                      <SecondaryText span sx={{ ml: 1 }}>
                        {obstacleText(candidateOf(other.id)!.reason, t)}
                      </SecondaryText>
                    )}
                  </MenuItem>
                ))
              : []),
            ...(others.length === 0
              ? [
                  <MenuItem key="none" disabled>
                    {t("resources.week.noOther")}
                  </MenuItem>,
                ]
              : []),
            <MenuItem key="open" component={Link} to={`/events/${eventId}/show`} onClick={close}>
              {t("resources.week.open")}
            </MenuItem>,
          ]}
        </MenuButton>
      </Box>
      <Box sx={{ py: 0.25 }}>
        <b>
          {times.from}–{times.until}
        </b>{" "}
        {eventName(use)} · {t("orders.people", { smart_count: people })}
        {clash && (
          <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, fontWeight: 600 }}>
            <WarningIcon sx={{ fontSize: 14 }} aria-hidden />
            {t(`resources.clash.${clash}`)}
          </Box>
        )}
      </Box>
    </Box>
  );
}
