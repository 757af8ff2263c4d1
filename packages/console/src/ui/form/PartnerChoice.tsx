import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";

/** Chooses a partner by its name; the value is its external id, empty for all. */
export function PartnerChoice({ value, onChange }: { value: string; onChange: (externalId: string) => void }) {
  const t = useText();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["partners", "names"],
    queryFn: () =>
      api("partners.list", {
        query: { perPage: 500, sort: "name", order: "asc" },
      }),
    staleTime: 60_000,
  });
  const known = data?.data ?? [];
  return (
    <TextField
      select
      label={t("orders.field.partner")}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t("partners.any")}</MenuItem>
      {/* One that the address names, while the names are not there or it is not among them. */}
      {value && !known.some(({ externalId }) => externalId === value) && <MenuItem value={value}>{value}</MenuItem>}
      {known.map(({ externalId, name }) => (
        <MenuItem key={externalId} value={externalId} sx={{ whiteSpace: "normal" }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
