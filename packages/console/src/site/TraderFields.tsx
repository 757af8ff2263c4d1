import { Box, Button } from "@mui/material";
import { isEmailAddress } from "@paseo/contract/limits";
import { useFormContext, useWatch } from "react-hook-form";
import { useAnswer } from "../api/useAnswer.ts";
import { type TextKey, useText } from "../i18n/index.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { fieldGrid, SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { type SiteValues, traderFields } from "./site.ts";

/** A value of *Business* for each field that has one there. */
const ofBusiness = { name: "name", taxNumber: "taxNumber", email: "email", phone: "dayPhone" } as const;

const traderLengths = { name: 200, address: 300, registration: 200, taxNumber: 60, email: 254, phone: 40 };

/** Who sells on the site. Empty fields can be filled in from *Business*. */
export function TraderFields() {
  const t = useText();
  const leads: Partial<Record<(typeof traderFields)[number], TextKey>> = {
    address: "site.trader.addressLead",
    registration: "site.trader.registrationLead",
    taxNumber: "site.trader.taxNumberLead",
  };
  return (
    <SectionCard title={t("site.trader.title")} gap={2}>
      <SecondaryText>{t("site.trader.lead")}</SecondaryText>
      <FromBusiness />
      <Box sx={fieldGrid()}>
        {traderFields.map((name) => (
          <TextField
            key={name}
            source={`trader.${name}`}
            label={t(`site.trader.${name}`)}
            {...(leads[name] && { helperText: (t as (key: TextKey) => string)(leads[name]) })}
            most={traderLengths[name]}
            {...(name === "email" && {
              type: "email",
              validate: (text = "") =>
                text.trim() === "" || isEmailAddress(text.trim()) ? undefined : t("account.welcome.emailWrong"),
            })}
            {...(name === "phone" && { type: "tel" })}
          />
        ))}
        <TextField
          source="complaintBook"
          label={t("site.trader.complaintBook")}
          helperText={t("site.trader.complaintBookLead")}
          validate={useHttpsRule()}
          most={300}
        />
      </Box>
    </SectionCard>
  );
}

/** Offers the values of *Business* for the fields that are empty. */
function FromBusiness() {
  const t = useText();
  const { setValue } = useFormContext<SiteValues>();
  const typed: SiteValues["trader"] = useWatch({ name: "trader" });
  const { data } = useAnswer("brand.settings");
  const found = traderFields.flatMap((name) => {
    const value = name in ofBusiness && data?.[ofBusiness[name as keyof typeof ofBusiness]];
    return value && typed[name].trim() === "" ? [{ name, value }] : [];
  });
  if (found.length === 0) return null;
  return (
    <Box>
      <Button
        variant="outlined"
        onClick={() => {
          for (const { name, value } of found)
            setValue(`trader.${name}`, value, { shouldDirty: true, shouldValidate: true });
        }}
      >
        {t("site.trader.take")}
      </Button>
      <SecondaryText sx={{ mt: 0.5 }}>{found.map(({ value }) => value).join(" · ")}</SecondaryText>
    </Box>
  );
}

/** Validates an address that may be missing. */
export function useHttpsRule(): (text?: string) => string | undefined {
  const t = useText();
  return (text = "") =>
    text.trim() === "" || /^https:\/\/[^\s"'<>;,]+$/.test(text.trim()) ? undefined : t("site.trader.addressWrong");
}
