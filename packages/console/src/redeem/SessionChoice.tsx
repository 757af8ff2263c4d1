import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import type { DoorState } from "./useDoor.ts";

/** The session at this door; empty accepts every session of now. */
export function SessionChoice({
  sessions,
  counted,
  chosen,
  onChoose,
}: {
  sessions: { id: string; productName: string; itemName: string; eventOn: string }[];
  counted: DoorState["sessions"];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  const { local } = useFormat();
  const countOf = (id: string) => counted.find((one) => one.id === id);
  const one = countOf(chosen);
  return (
    <TextField
      select
      fullWidth
      label={t("redeem.session.label")}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      helperText={
        one ? t("redeem.session.admitted", { admitted: one.admitted, people: one.people }) : t("redeem.session.lead")
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t("redeem.session.any")}</MenuItem>
      {[...sessions]
        .sort((a, b) => Number(countOf(b.id)?.now ?? false) - Number(countOf(a.id)?.now ?? false))
        .map(({ id, productName, itemName, eventOn }) => (
          <MenuItem key={id} value={id} sx={{ whiteSpace: "normal" }}>
            {local(eventOn)} · {productName} · {itemName}
          </MenuItem>
        ))}
    </TextField>
  );
}
