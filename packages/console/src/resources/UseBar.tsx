import MoreVertIcon from "@mui/icons-material/MoreVert";
import { Box, IconButton, MenuItem } from "@mui/material";
import { Link } from "react-router";
import type { Answer } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { softColors } from "../ui/text.tsx";
import type { Resource } from "./resource.ts";

export type Use = Answer<"resources.plan">["uses"][number];

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
  const { eventId, from, until, productName, people, clash, resourceId, pool } = use;
  const times = { from: from.slice(11), until: until.slice(11) };
  const label = t("resources.week.use", {
    event: productName,
    ...times,
    people: t("resources.people", { smart_count: people }),
  });
  const others = resources.filter(({ id, archived }) => !archived && id !== resourceId && pool.includes(id));
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
        {productName} · {t("resources.people", { smart_count: people })}
        {clash && <Box sx={{ fontWeight: 600 }}>{t(`resources.clash.${clash}`)}</Box>}
      </Box>
      <MenuButton
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
                  onClick={() => {
                    close();
                    give(use, other);
                  }}
                >
                  {t("resources.week.give", { name: other.name })}
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
