import CheckIcon from "@mui/icons-material/Check";
import ViewColumnIcon from "@mui/icons-material/ViewColumn";
import { Divider, IconButton, ListItemIcon, ListItemText, ListSubheader, MenuItem, useMediaQuery } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { MenuButton } from "../MenuButton.tsx";
import { createPreference, useSharedValue } from "../shared.ts";
import type { ListColumn } from "./records.ts";

/** How lists look in this browser: it belongs to the screen, so the browser stores it, not the account. */

const densities = ["compact", "comfortable"] as const;
type Density = (typeof densities)[number];
/** Null: the list decides. */
const densityPreference = createPreference<Density | null>("density", null);
/** The ids of the hidden columns of each list. */
const hiddenColumns = createPreference<Record<string, string[]>>("columns", {});

type Columns<Row> = readonly ListColumn<Row>[];

/** Rows have one line, or two. A list without a main column has no place for a second text, so its rows start with two. */
export const useDensity = <Row,>(columns: Columns<Row>): Density =>
  useSharedValue(densityPreference) ?? (columns.some(({ main }) => main) ? "compact" : "comfortable");

function useHiddenColumns<Row>(resource: string, columns: Columns<Row>): string[] {
  const chosen = useSharedValue(hiddenColumns)[resource];
  // Cards of a phone have room below each other.
  const usual = useMediaQuery("(min-width: 900px) and (max-width: 1439px)");
  const atFirst = columns.filter(({ isOptional, isForWide }) => isOptional || (isForWide && usual));
  return chosen ?? atFirst.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/** The columns that this browser shows of a list. */
export function useShownColumns<Row>(resource: string, columns: Columns<Row>, rows: readonly Row[]) {
  const hidden = useHiddenColumns(resource, columns);
  return columns.filter(
    ({ id, omitEmpty, value }) =>
      (id === undefined || !hidden.includes(id)) && !(omitEmpty && rows.every((row) => !value(row))),
  );
}

/** The style of rows with one line. A long name is cut, and the record's page has all of it. */
export const compactRowStyle = {
  "& tbody .MuiTableCell-root": { py: 0, height: 40, lineHeight: "20px" },
  // The text of a chip says what its icon shows.
  "& tbody .MuiChip-icon": { display: "none" },
  "& tbody .MuiTableCell-root p.MuiTypography-body2": { display: "inline", ml: 1 },
  "& tbody .prices": { overflow: "hidden", textOverflow: "ellipsis" },
  "& tbody .prices > div": { display: "inline", mr: 1 },
  "& tbody .MuiTableCell-root.wraps": {
    maxWidth: 0,
    minWidth: "9rem",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
};

/** The menu with the height of the rows and the columns of a list. */
export function DisplayMenu<Row>({ resource, columns }: { resource: string; columns: Columns<Row> }) {
  const t = useText();
  const chosen = useDensity(columns);
  const hidden = useHiddenColumns(resource, columns);
  const toggle = (id: string) =>
    hiddenColumns.set({
      ...hiddenColumns.get(),
      [resource]: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id],
    });
  const choices = columns.flatMap(({ id, label }) => (id === undefined ? [] : [{ id, label }]));
  const heading = { lineHeight: 2.5, bgcolor: "transparent" };
  return (
    <MenuButton
      button={(props) => (
        <IconButton {...props} size="small" aria-label={t("lists.display")} title={t("lists.display")}>
          <ViewColumnIcon fontSize="small" />
        </IconButton>
      )}
    >
      {() => [
        <ListSubheader key="rows" role="presentation" sx={heading}>
          {t("lists.density.title")}
        </ListSubheader>,
        ...densities.map((value) => (
          <MenuItem
            key={value}
            dense
            role="menuitemradio"
            aria-checked={value === chosen}
            onClick={() => densityPreference.set(value)}
          >
            <Mark on={value === chosen} />
            <ListItemText>{t(`lists.density.${value}`)}</ListItemText>
          </MenuItem>
        )),
        <Divider key="line" component="li" role="separator" />,
        <ListSubheader key="columns" role="presentation" sx={heading}>
          {t("lists.columns")}
        </ListSubheader>,
        ...choices.map(({ id, label }) => (
          <MenuItem
            key={id}
            dense
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(id)}
            onClick={() => toggle(id)}
          >
            <Mark on={!hidden.includes(id)} />
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        )),
      ]}
    </MenuButton>
  );
}

const Mark = ({ on }: { on: boolean }) => <ListItemIcon>{on && <CheckIcon fontSize="small" />}</ListItemIcon>;
