import UndoIcon from "@mui/icons-material/Undo";
import { Button } from "@mui/material";
import { Link } from "react-router";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { changeAddress } from "./useUndoChanges.ts";

/** The link to the page on which a stored change is undone; of several changes, to their list. Shows nothing if nothing can be undone. */
export function UndoLink({ changeIds }: { changeIds: readonly (number | null)[] }) {
  const t = useText();
  const [first, ...others] = changeIds.filter((id) => id !== null);
  const may = useRights().has("changes.undo");
  if (first === undefined || !may) return null;
  return (
    <Button
      component={Link}
      to={others.length > 0 ? "/changes" : changeAddress(first)}
      startIcon={<UndoIcon />}
      sx={{ alignSelf: "flex-start" }}
    >
      {t("changes.undo.button")}
    </Button>
  );
}
