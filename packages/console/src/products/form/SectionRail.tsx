import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { Box, Button, Link, MenuItem, Stack, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { ErrorCount } from "./fieldErrors.tsx";
import { LanguageTabs } from "./languages.tsx";
import { type SectionTitle, sectionId, sectionPointers, sections } from "./sections.ts";

/** The sections of the form with their numbers of errors, and the language of its texts. */

/** Beside the form: a list that marks the section in view. */
export function SectionRail() {
  const t = useText();
  const here = useSectionInView();
  return (
    <Stack sx={{ gap: 2 }}>
      <Box>
        <Typography variant="overline" component="div" sx={{ color: "text.secondary", mb: 0.5 }}>
          {t("productForm.languages.title")}
        </Typography>
        <LanguageTabs />
      </Box>
      <Box component="nav" aria-label={t("productForm.section.index")}>
        <Typography variant="overline" sx={{ color: "text.secondary" }}>
          {t("productForm.section.index")}
        </Typography>
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, mt: 0.5, borderLeft: 1, borderColor: "divider" }}>
          {sections.map((name) => (
            <Stack
              component="li"
              key={name}
              direction="row"
              sx={{
                ...{ columnGap: 1, flexWrap: "wrap", alignItems: "center", py: 0.5, pl: 1.5 },
                ...{ ml: "-1px", borderLeft: 2, borderColor: name === here ? "primary.main" : "transparent" },
              }}
            >
              <Link
                component="button"
                type="button"
                {...(name === here && { "aria-current": "true" as const })}
                onClick={() => goToSection(name)}
                sx={{ textAlign: "left", fontSize: "0.875rem", fontWeight: name === here ? 700 : 400 }}
              >
                {t(`productForm.section.${name}`)}
              </Link>
              <ErrorCount paths={sectionPointers(name)} />
            </Stack>
          ))}
        </Box>
      </Box>
    </Stack>
  );
}

/** Above the form on a narrow screen: a menu of the sections. */
export function SectionBar() {
  const t = useText();
  const here = useSectionInView();
  return (
    <Stack
      direction="row"
      sx={{
        ...{ position: "sticky", top: 56, zIndex: 3, gap: 1, alignItems: "center", justifyContent: "space-between" },
        ...{ mx: { xs: -1.5, sm: 0 }, px: 1.5, py: 0.75 },
        ...{ bgcolor: "background.paper", borderBottom: 1, borderColor: "divider" },
      }}
    >
      <MenuButton
        button={(props) => (
          <Button
            {...props}
            size="small"
            aria-label={`${t("productForm.section.index")}: ${t(`productForm.section.${here}`)}`}
            endIcon={<ExpandMoreIcon />}
            sx={{ minWidth: 0, textAlign: "left", lineHeight: 1.2 }}
          >
            {t(`productForm.section.${here}`)}
          </Button>
        )}
      >
        {(close) =>
          sections.map((name) => (
            <MenuItem
              key={name}
              selected={name === here}
              onClick={() => {
                close();
                // The menu gives the focus back first.
                setTimeout(() => goToSection(name));
              }}
              sx={{ gap: 1 }}
            >
              {t(`productForm.section.${name}`)}
              <ErrorCount paths={sectionPointers(name)} />
            </MenuItem>
          ))
        }
      </MenuButton>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
        <ErrorCount paths={[""]} />
        <LanguageTabs />
      </Stack>
    </Stack>
  );
}

function goToSection(name: SectionTitle): void {
  const section = document.getElementById(sectionId(name));
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}

/** The part of the window above which a section counts as the one in view, in CSS pixels. */
const topPixels = 160;

/** Returns the last section that begins above the upper part of the window. */
function useSectionInView(): SectionTitle {
  const [here, setHere] = useState<SectionTitle>(sections[0]!);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const tops = sections.map((name) => document.getElementById(sectionId(name))?.getBoundingClientRect().top ?? 0);
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
      const last = tops.findLastIndex((top) => top <= topPixels);
      setHere(sections[isAtEnd ? sections.length - 1 : Math.max(0, last)]!);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      removeEventListener("scroll", onScroll);
      cancelAnimationFrame(frame);
    };
  }, []);
  return here;
}
