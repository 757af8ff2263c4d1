import MoreVertIcon from "@mui/icons-material/MoreVert";
import { Box, IconButton, MenuItem } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useText } from "../i18n/index.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { Secondary, softColors } from "../ui/text.tsx";
import { eventName, type Resource } from "./resource.ts";

export type Use = Answer<"resources.plan">["uses"][number];
type Clash = Answer<"resources.candidates">["candidates"][number]["reason"];

/** An event in the plan. It can be dragged to another resource, or given to it by its menu. */
export function UseBar({
  use,
  resources,
  give,
  onDrag,
}: {
  use: Use;
  resources: readonly Resource[];
  give: ((use: Use, to: Resource) => void) | undefined;
  onDrag: (use: Use | null) => void;
}) {
  const t = useText();
  const { eventId, position, from, until, people, clash, resourceId, pool } = use;
  const [opened, setOpened] = useState(false);
  const times = { from: from.slice(11), until: until.slice(11) };
  const label = t("resources.week.use", {
    event: eventName(use),
    ...times,
    people: t("resources.people", { smart_count: people }),
  });
  const others = resources.filter(({ id, archived }) => !archived && id !== resourceId && pool.includes(id));
  const query = { position, ...(resourceId !== null && { from: resourceId }) };
  const { data } = useAnswer("resources.candidates", opened && give ? { id: eventId, query } : null);
  const candidateOf = (id: string) => data?.candidates.find((one) => one.id === id);
  const freedomOf = (reason: Clash) =>
    reason === null
      ? t("resources.week.free")
      : reason === "overlap"
        ? t("resources.week.taken")
        : t(`resources.clash.${reason}`);
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
        display: "flex",
        alignItems: "start",
        borderRadius: 1,
        pl: 0.75,
        fontSize: "0.8125rem",
        lineHeight: 1.35,
        ...softColors(clash ? "error" : "info"),
        ...(isMovable && { cursor: "grab" }),
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, py: 0.5, overflowWrap: "anywhere" }}>
        <b>
          {times.from}–{times.until}
        </b>{" "}
        {eventName(use)} · {t("resources.people", { smart_count: people })}
        {clash && <Box sx={{ fontWeight: 600 }}>{t(`resources.clash.${clash}`)}</Box>}
      </Box>
      <MenuButton
        // Read only while the menu is open: after the change the event no longer has this resource.
        onToggle={setOpened}
        button={(props) => (
          <IconButton {...props} size="small" color="inherit" aria-label={label} title={label}>
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
                    <Secondary span sx={{ ml: 1 }}>
                      {freedomOf(candidateOf(other.id)!.reason)}
                    </Secondary>
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
  );
}
