import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useText } from "../../i18n/index.ts";
import { ErrorCount } from "./fieldErrors.tsx";

/** The sections of the form with their fields. */
export const sections = {
  basics: ["/name", "/externalId", "/type", "/currencyCode"],
  place: ["/cityCode", "/timeZone", "/location"],
  sale: ["/supplier", "/immediateBooking", "/leadPurchaseDay", "/cancelPurchaseHour", "/refundTiers"],
  questions: ["/questions"],
  items: ["/items"],
};
export type SectionName = keyof typeof sections;

export const sectionId = (name: SectionName): string => `product-section-${name}`;

/** Links to the sections with their numbers of errors, beside the form on wide screens. */
export function SectionIndex() {
  const t = useText();
  return (
    <Box
      component="nav"
      aria-label={t("products.section.index")}
      sx={{ display: { xs: "none", lg: "block" }, position: "sticky", top: 76, alignSelf: "start" }}
    >
      <Typography variant="overline" sx={{ color: "text.secondary" }}>
        {t("products.section.index")}
      </Typography>
      <Stack component="ul" sx={{ gap: 0.75, listStyle: "none", m: 0, p: 0, mt: 0.5 }}>
        {(Object.keys(sections) as SectionName[]).map((name) => (
          <Stack component="li" key={name} direction="row" sx={{ gap: 1, alignItems: "center" }}>
            <Link
              component="button"
              type="button"
              onClick={() => {
                const section = document.getElementById(sectionId(name));
                section?.scrollIntoView({ block: "start" });
                section?.focus({ preventScroll: true });
              }}
              sx={{ textAlign: "left", fontSize: "0.875rem" }}
            >
              {t(`products.section.${name}`)}
            </Link>
            <ErrorCount paths={sections[name]} />
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}
