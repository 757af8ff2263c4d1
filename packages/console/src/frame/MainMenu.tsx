import { Box, List, ListItem, ListItemButton, ListItemIcon, ListItemText, Typography } from "@mui/material";
import { type ReactNode, useId } from "react";
import { NavLink } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { type TextKey, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { openListAnew } from "../session/left-lists.ts";
import { ScreenReaderText } from "../ui/text.tsx";
import { type MenuEntry, mainMenuGroups } from "./menu.ts";

/** The main menu, by the operator's rights. Omits groups without an allowed entry. */
export function MainMenu() {
  const t = useText();
  return (Object.keys(mainMenuGroups) as (keyof typeof mainMenuGroups)[]).map((group) => (
    <Group key={group} title={t(`frame.menu.${group}`)}>
      {mainMenuGroups[group].map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
    </Group>
  ));
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // Omits a group without an allowed entry.
    <Box sx={{ "&:not(:has(li))": { display: "none" } }}>
      <Typography id={id} component="div" variant="overline" sx={{ px: 2.5, pt: 1.5, color: "text.secondary" }}>
        {title}
      </Typography>
      <List dense disablePadding aria-labelledby={id}>
        {children}
      </List>
    </Box>
  );
}

export function Entry({ to, right, Icon, title }: MenuEntry) {
  // No title has values.
  const titleText: (key: TextKey) => string = useText();
  if (!useRights().has(right)) return null;
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={NavLink}
        to={to}
        onClick={() => openListAnew(to)}
        sx={{
          mx: 1,
          // Beside the pages, all entries fit a window of 900 pixels.
          py: { md: 0 },
          borderRadius: 1.5,
          color: "text.primary",
          "&.active": { bgcolor: "info.light", color: "info.dark", "& .MuiListItemIcon-root": { color: "info.dark" } },
          "&.active .MuiTypography-root": { fontWeight: 700 },
        }}
      >
        <ListItemIcon sx={{ minWidth: 36, color: "text.secondary" }}>
          <Icon />
        </ListItemIcon>
        <ListItemText primary={titleText(title)} slotProps={{ primary: { sx: { fontSize: "0.9375rem" } } }} />
        {to === "/queue" && <Waiting />}
      </ListItemButton>
    </ListItem>
  );
}

/** Number of waiting orders. */
function Waiting() {
  const t = useText();
  const { data } = useAnswer("orders.list", { query: { waiting: true, perPage: 1 } }, { refetchInterval: 30_000 });
  const total = data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        mr: 1,
        px: 0.875,
        borderRadius: 99,
        bgcolor: "warning.main",
        color: "warning.contrastText",
        fontSize: "0.75rem",
        fontWeight: 700,
        lineHeight: "20px",
      }}
    >
      <span aria-hidden>{total > 999 ? "999+" : total}</span>
      <ScreenReaderText>{t("orders.queue.waiting", { smart_count: total })}</ScreenReaderText>
    </Box>
  );
}
