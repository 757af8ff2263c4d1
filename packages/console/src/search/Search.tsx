import CloseIcon from "@mui/icons-material/Close";
import SearchIcon from "@mui/icons-material/Search";
import { Box, ButtonBase, Dialog, IconButton, InputBase, Stack, Typography, useMediaQuery } from "@mui/material";
import { foldedName, isSearchable } from "@paseo/contract/folded-text";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { today } from "../format/days.ts";
import { useLocale, useText } from "../i18n/index.ts";
import { useRights, useStoreZone } from "../session/hooks.ts";
import { openListAnew } from "../session/left-lists.ts";
import { ProblemAlert } from "../ui/page/states.tsx";
import { ScreenReaderText, SecondaryText } from "../ui/text.tsx";
import { useDebouncedValue } from "../ui/useDebouncedValue.ts";
import { parseSearch, type SearchRequest, type SearchWords, searchVerbs } from "./asked.ts";
import { type SearchHit, useSearchHits } from "./hits.ts";

// The search is part of the first script, because text typed right after Ctrl K must not be lost while a script loads.

/** Opens the search, also by Ctrl K or Cmd K on any page. */
export function SearchButton() {
  const t = useText();
  const may = useRights().has("search.find");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!may) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
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
        aria-label={t("find.title")}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        sx={{
          gap: 1,
          height: 40,
          px: { xs: 1, sm: 1.5 },
          borderRadius: 2,
          font: "inherit",
          color: "inherit",
          border: { sm: 1 },
          borderColor: { sm: "brand.onBandSoft" },
          "&:hover": { bgcolor: "brand.deep" },
        }}
      >
        <SearchIcon fontSize="small" />
        <Box component="span" sx={{ display: { xs: "none", sm: "inline" }, fontSize: "0.875rem" }}>
          {t("find.title")}
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

/** Milliseconds of a pause in typing after which the console calls the service. */
const pauseMs = 150;

/** Reads the typed text as a request such as `close tonight's flamenco`. "Tonight" is the day in the store's time zone. */
function useAsked(typed: string): SearchRequest {
  const t = useText();
  const locale = useLocale();
  const zone = useStoreZone();
  const names = [...searchVerbs, "today", "tomorrow", "ignored"] as const;
  const words = Object.fromEntries(names.map((name) => [name, t(`commands.words.${name}`)])) as SearchWords;
  return parseSearch(typed, words, locale, today(zone));
}

/** Search over pages, actions, guests, orders, events, products and partners: a combobox with its list, for the keyboard alone too. */
function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  const id = useId();
  const narrow = useMediaQuery("(max-width: 599px)");
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const [entered, setEntered] = useState<string | null>(null);
  const settledText = useDebouncedValue(typed.trim(), pauseMs);
  const asked = useAsked(settledText);
  const q = asked.words;
  const enough = isSearchable(foldedName(q));
  const { data, error, isFetching } = useQuery({
    queryKey: ["search", q, asked.day],
    queryFn: ({ signal }) => api("search.find", { query: { q, ...(asked.day && { day: asked.day }) }, signal }),
    enabled: enough,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const groups = useSearchHits(typed, asked, enough ? data : undefined);
  const hits = groups.flatMap((group) => group.hits);
  const chosen = Math.min(active, hits.length - 1);
  const open = (hit: SearchHit | undefined) => {
    if (!hit) return;
    onClose();
    openListAnew(hit.to);
    navigate(hit.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: hits.length - 1 };
    const next = steps[event.key];
    if (next !== undefined && hits.length > 0 && !(event.key === "Home" && typed) && !(event.key === "End" && typed)) {
      event.preventDefault();
      setActive((next + hits.length) % hits.length);
    }
    if (event.key === "Enter") setEntered(typed);
  };
  // Enter opens a result of what is typed: it waits for an answer in flight.
  const ready = settledText === typed.trim() && !isFetching;
  useEffect(() => {
    if (entered === null || !ready) return;
    setEntered(null);
    if (entered === typed) open(hits[chosen]);
  });
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  const settled = enough && ready;
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <span id={`${id}-title`} hidden>
        {t("find.title")}
      </span>
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: "divider" }}
      >
        <SearchIcon aria-hidden sx={{ color: "text.secondary" }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t("find.label")}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: "combobox",
              "aria-label": t("find.label"),
              "aria-autocomplete": "list",
              "aria-expanded": hits.length > 0,
              "aria-controls": `${id}-list`,
              ...(hits.length > 0 && { "aria-activedescendant": `${id}-${chosen}` }),
              maxLength: 100,
              autoCapitalize: "none",
              spellCheck: false,
              enterKeyHint: "search",
            },
          }}
          sx={{ fontSize: "1.0625rem" }}
        />
        <IconButton aria-label={t("frame.action.close")} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Stack>
      <Box sx={{ overflowY: "auto", minHeight: { sm: 220 }, maxHeight: { sm: "65vh" }, pb: 1 }}>
        <div role="status">
          <ScreenReaderText>{settled && t("find.results", { smart_count: hits.length })}</ScreenReaderText>
        </div>
        {error && (
          <Box sx={{ p: 2 }}>
            <ProblemAlert error={error} />
          </Box>
        )}
        {!enough && <SecondaryText sx={{ px: 2, pt: 2 }}>{t("commands.lead")}</SecondaryText>}
        {settled && !error && hits.length === 0 && <Typography sx={{ p: 2 }}>{t("find.none", { q })}</Typography>}
        <Box role="listbox" id={`${id}-list`} aria-label={t("find.title")}>
          {groups.map(({ kind, title, hits: found, from }) => (
            <Box key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <Typography
                id={`${id}-${kind}`}
                component="div"
                variant="overline"
                sx={{ px: 2, pt: 1, color: "text.secondary" }}
              >
                {title}
              </Typography>
              {found.map((hit, n) => (
                <Box
                  key={hit.to}
                  id={`${id}-${from + n}`}
                  role="option"
                  aria-selected={from + n === chosen}
                  onClick={() => open(hit)}
                  onMouseMove={() => setActive(from + n)}
                  sx={{
                    mx: 1,
                    px: 1,
                    py: 0.75,
                    borderRadius: 1,
                    cursor: "pointer",
                    overflowWrap: "anywhere",
                    ...(from + n === chosen && { bgcolor: "info.light", color: "info.dark" }),
                  }}
                >
                  <Typography component="div" sx={{ fontWeight: 600 }}>
                    {hit.title}
                  </Typography>
                  <Typography variant="body2" component="div">
                    {hit.lines.filter(Boolean).join(" · ")}
                  </Typography>
                </Box>
              ))}
            </Box>
          ))}
        </Box>
      </Box>
    </Dialog>
  );
}
