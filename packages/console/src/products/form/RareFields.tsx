import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { Box, Button } from "@mui/material";
import { useRef, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../../ui/text.tsx";
import type { ProductDraft } from "../model/draft.ts";
import { type FieldName, fieldsInSection, isFilled, productField, type SectionName } from "../model/fields.ts";
import { isBelow, useOpenOnRequest, useWrongFields } from "./fieldErrors.tsx";
import { rareFields } from "./sections.ts";

/**
 * Returns the fields of a section to show: the usual ones, then the rare ones that hold something or are wrong. The button below them
 * shows the others. A field that is shown stays, also when the operator empties it.
 */
export function useRareFields(section: SectionName, draft: ProductDraft) {
  const t = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const names = fieldsInSection(section).map(({ name }) => name);
  const groups = rareFields.filter(([first]) => names.includes(first!));
  const rare = groups.flat();
  const wrong = useWrongFields(rare.map((name) => productField(name).at));
  const stays = useRef(new Set<FieldName>());
  for (const group of groups) {
    const needed = (name: FieldName) =>
      isFilled(productField(name), draft[name]) || wrong.includes(productField(name).at);
    if (group.some(needed)) for (const name of group) stays.current.add(name);
  }
  const hidden = rare.filter((name) => !stays.current.has(name));
  useOpenOnRequest(
    (at) =>
      !open &&
      isBelow(
        at,
        hidden.map((name) => productField(name).at),
      ),
    () => setOpen(true),
  );
  const label = t(open ? "productForm.form.fewer" : "productForm.form.more");
  const toggle = hidden.length > 0 && (
    <Box sx={{ gridColumn: "1 / -1" }}>
      <Button
        size="small"
        aria-expanded={open}
        aria-label={`${label}: ${t(`productForm.section.${section}`)}`}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMoreIcon sx={{ transform: open ? "rotate(180deg)" : "none" }} />}
        sx={{ ml: -0.5 }}
      >
        {label}
      </Button>
      {!open && <SecondaryText>{format.list(hidden.map((name) => t(`field.${name}`)))}</SecondaryText>}
    </Box>
  );
  const shown = [
    ...names.filter((name) => !rare.includes(name)),
    ...rare.filter((name) => open || stays.current.has(name)),
  ];
  return { shown, toggle };
}
