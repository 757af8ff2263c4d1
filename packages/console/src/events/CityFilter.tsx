import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useText } from "../i18n/index.ts";
import { useChoices } from "../products/form/useChoices.ts";

/** Filters events by city. The city code is chosen from the known ones, or typed. */
export function CityFilter({
  cityCode,
  onChange,
}: {
  cityCode: string | undefined;
  onChange: (chosen: { cityCode: string | undefined }) => void;
}) {
  const t = useText();
  const { cities } = useChoices();
  return (
    <Autocomplete
      freeSolo
      autoSelect
      options={[...cities].sort()}
      value={cityCode || null}
      forcePopupIcon
      openText={t("events.filter.city")}
      closeText={t("frame.action.close")}
      clearText={t("events.filter.everyCity")}
      onChange={(_, city) => onChange({ cityCode: city?.trim() || undefined })}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("events.filter.city")}
          placeholder={t("events.filter.everyCity")}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            htmlInput: { ...params.slotProps.htmlInput, maxLength: 64 },
          }}
        />
      )}
    />
  );
}
