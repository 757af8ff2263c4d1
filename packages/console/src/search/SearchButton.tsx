import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { useEffect, useState } from "react";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { brand } from "../theme/themes.ts";
import { SearchDialog } from "./SearchDialog.tsx";

// Not loaded later: what is typed right after the keys must not be lost.

/** Opens the search, also by Ctrl K or Cmd K on any page. */
export function SearchButton() {
  const t = useText();
  const may = useRights().has("search.find");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!may) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // Browsers use the keys for their own address bar.
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [may]);
  if (!may) return null;
  return (
    <>
      <ButtonBase
        aria-label={t("find.button")}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        sx={{
          gap: 1,
          height: 40,
          px: { xs: 1, sm: 1.5 },
          borderRadius: 2,
          color: "inherit",
          border: { sm: `1px solid ${brand.onTealSoft}` },
          "&:hover": { bgcolor: brand.deep },
        }}
      >
        <SearchIcon fontSize="small" />
        <Box component="span" sx={{ display: { xs: "none", sm: "inline" }, fontSize: "0.875rem" }}>
          {t("find.button")}
        </Box>
        <Box
          component="kbd"
          aria-hidden
          sx={{ display: { xs: "none", md: "inline" }, font: "inherit", fontSize: "0.75rem" }}
        >
          {t("find.shortcut")}
        </Box>
      </ButtonBase>
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}
