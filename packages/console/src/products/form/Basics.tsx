import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useText } from "../../i18n/index.ts";
import { Secondary } from "../../ui/text.tsx";
import type { Draft } from "../model/draft.ts";
import { ofType } from "../model/proposals.ts";
import type { Change } from "../model/steps.ts";
import { type ProductType, productTypes } from "../product.ts";
import { Choice, fieldGrid, NameInputs, TextInput } from "./fields.tsx";
import type { Choices } from "./useChoices.ts";

/** Basic data of the product. */
export function Basics({
  draft,
  change,
  choices,
  isNew,
}: {
  draft: Draft;
  change: Change<Draft>;
  choices: Choices;
  isNew: boolean;
}) {
  const t = useText();
  const set = (fields: Partial<Draft>) => change((now) => ({ ...now, ...fields }));
  return (
    <Stack sx={{ gap: 2 }}>
      <TextInput
        at="/name"
        label={t("products.field.name")}
        value={draft.name}
        onChange={(name) => set({ name })}
        lead={t("products.field.nameLead")}
        max={200}
        autoFocus={isNew}
      />
      <NameInputs at="" names={draft.names} onChange={(names) => set({ names })} />
      <Kind type={draft.type} onChange={(type) => change((now) => ofType(now, type))} />
      <Box sx={fieldGrid()}>
        <TextInput
          at="/externalId"
          label={t("products.field.externalId")}
          value={draft.externalId}
          onChange={(externalId) => set({ externalId })}
          lead={t(isNew ? "products.field.externalIdLead" : "products.field.externalIdFixed")}
          readOnly={!isNew}
          max={128}
        />
        <Choice
          at="/currencyCode"
          label={t("products.field.currencyCode")}
          value={draft.currencyCode}
          onChange={(currencyCode) => set({ currencyCode })}
          lead={t("products.field.currencyLead")}
          choices={choices.currencies.map(({ code, name }) => ({ id: code, name: `${code} · ${name}` }))}
        />
      </Box>
    </Stack>
  );
}

function Kind({ type, onChange }: { type: ProductType; onChange: (type: ProductType) => void }) {
  const t = useText();
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ fontSize: "0.8125rem", mb: 0.5 }}>
        {t("products.field.type")}
      </FormLabel>
      <RadioGroup value={type} onChange={(_, value) => onChange(value as ProductType)}>
        <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { xs: "1fr", sm: "repeat(3, 1fr)" } }}>
          {productTypes.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              sx={{
                m: 0,
                py: 0.75,
                px: 0.5,
                alignItems: "flex-start",
                border: 1,
                borderRadius: 1.5,
                borderColor: one === type ? "info.main" : "divider",
                ...(one === type && { bgcolor: "info.light" }),
              }}
              label={
                <Box sx={{ pt: 0.75, pr: 1 }}>
                  <Typography component="span" sx={{ display: "block", fontWeight: 600 }}>
                    {t(`products.type.${one}`)}
                  </Typography>
                  <Secondary span sx={{ display: "block" }}>
                    {t(`products.typeLead.${one}`)}
                  </Secondary>
                </Box>
              }
            />
          ))}
        </Box>
      </RadioGroup>
    </FormControl>
  );
}
