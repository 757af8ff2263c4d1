import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { Link } from "react-router";
import { useFigures } from "../../format/useFigures.ts";
import { useText } from "../../i18n/index.ts";
import { Secondary } from "../../ui/text/Secondary.tsx";
import type { SelectedEvents } from "../event.ts";
import { changeAddress } from "../Views.tsx";

/** The number of selected events and the link to change them. Without a selection, the link changes all that match the filters. */
export function SelectionBar({ selected, onClear }: { selected: SelectedEvents; onClear: () => void }) {
  const t = useText();
  const { count } = useFigures();
  const { filterValues, total = 0 } = useListContext();
  const { availability, ...filter } = filterValues;
  const any = selected.size > 0;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 1.5,
        rowGap: 0.5,
        px: 2,
        py: 0.75,
        minHeight: 48,
        borderBottom: 1,
        borderColor: "divider",
        ...(any && { bgcolor: "info.light", color: "info.dark", position: "sticky", top: 56, zIndex: 2 }),
      }}
    >
      <Typography role="status" component="span" sx={{ fontWeight: any ? 700 : 400 }}>
        {any
          ? t("events.chosen", { smart_count: selected.size, n: count(selected.size) })
          : t("events.found", { smart_count: total, n: count(total) })}
      </Typography>
      {any ? (
        <>
          <Button
            size="small"
            variant="contained"
            component={Link}
            to="/events/change"
            state={{ events: [...selected.values()] }}
          >
            {t("events.change.chosen")}
          </Button>
          <Button size="small" onClick={onClear}>
            {t("events.choose.none")}
          </Button>
        </>
      ) : availability ? (
        <Secondary span>{t("events.choose.byStatus")}</Secondary>
      ) : (
        <Button size="small" component={Link} to={changeAddress(filter)}>
          {t("events.change.all")}
        </Button>
      )}
    </Box>
  );
}
