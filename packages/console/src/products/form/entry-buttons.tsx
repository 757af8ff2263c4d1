import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import { IconButton } from "@mui/material";
import { useText } from "../../i18n/index.ts";

/** Buttons of an entry of a list. `name`: the name of the entry. */

export function RemoveEntryButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useText();
  return (
    <IconButton aria-label={`${t("products.entries.remove")}: ${name}`} onClick={onRemove}>
      <DeleteOutlineIcon />
    </IconButton>
  );
}

/** Moves an entry one place up or down; shows nothing for the only entry. */
export function MoveEntryButtons({
  name,
  n,
  length,
  onMove,
}: {
  name: string;
  n: number;
  /** The number of entries of the list. */
  length: number;
  onMove: (to: number) => void;
}) {
  const t = useText();
  if (length < 2) return null;
  return (
    <>
      <IconButton disabled={n === 0} aria-label={`${t("products.entries.up")}: ${name}`} onClick={() => onMove(n - 1)}>
        <ArrowUpwardIcon />
      </IconButton>
      <IconButton
        disabled={n === length - 1}
        aria-label={`${t("products.entries.down")}: ${name}`}
        onClick={() => onMove(n + 1)}
      >
        <ArrowDownwardIcon />
      </IconButton>
    </>
  );
}
