import Box from "@mui/material/Box";
import { partnerLanguages } from "../../api/languages.ts";
import { useText } from "../../i18n/index.ts";
import type { NamesDraft } from "../model/draft.ts";
import { fieldGrid, Group, TextInput } from "./fields.tsx";

/** The names of a product or an item by language. */
export function NameInputs({
  at,
  names = {},
  onChange,
}: {
  at: string;
  /** A draft that an earlier console stored has none. */
  names: NamesDraft | undefined;
  onChange: (names: NamesDraft) => void;
}) {
  const t = useText();
  return (
    <Group label={t("products.field.names")} lead={t("products.field.namesLead")}>
      <Box sx={fieldGrid()}>
        {partnerLanguages.map((lang) => (
          <TextInput
            key={lang}
            at={`${at}/names/${lang}`}
            label={t(`products.field.nameIn.${lang}`)}
            value={names[lang] ?? ""}
            onChange={(name) => onChange({ ...names, [lang]: name })}
            max={200}
          />
        ))}
      </Box>
    </Group>
  );
}
