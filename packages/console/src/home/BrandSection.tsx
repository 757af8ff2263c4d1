import { Alert, Box, Button, InputAdornment, Stack, Typography, useTheme } from "@mui/material";
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ApiError } from "../api/client.ts";
import type { ApiAnswer, RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { LogoPicture } from "../frame/BrandLogo.tsx";
import { useText } from "../i18n/index.ts";
import { useSignedInOperator } from "../session/hooks.ts";
import { brandInUse, readBrand } from "../theme/brand.ts";
import { themeColours as pages } from "../theme/tokens.ts";
import { FileDrop } from "../ui/FileDrop.tsx";
import { InlineForm } from "../ui/form/submit.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { useSharedValue } from "../ui/shared.ts";
import { SecondaryText } from "../ui/text.tsx";
import { useDebouncedValue } from "../ui/useDebouncedValue.ts";
import { savingOwnValues, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";

const types = ["image/png", "image/webp", "image/jpeg", "image/avif"];
const maxBytes = 20 * 1024 * 1024;
const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const names = ["name", "logo", "colour", "taxNumber", "email", "dayPhone"] as const;
type Name = (typeof names)[number];

/** Makes a value for each field of the brand. */
const ofEach = <Value,>(make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

const contacts = [
  { source: "taxNumber", most: 60 },
  { source: "dayPhone", most: 40, type: "tel" },
  { source: "email", most: 254, type: "email" },
] as const;

/** The operator's name, logo, colour and contact, which guests and partners see. */
export function BrandSection() {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const { refetch: readOperatorAgain } = useSignedInOperator();
  const query = useAnswer("brand.settings");
  const read = async () => {
    const brand = await api("brand.settings");
    return ofEach((name) => brand[name]);
  };
  const save = async (body: RequestBody<"brand.update">) => {
    await api("brand.update", { body });
    // The frame, and the form of a new site, show the name.
    await Promise.all([readBrand(), readOperatorAgain(), queries.invalidateQueries({ queryKey: ["brand.settings"] })]);
  };
  return (
    <SectionCard title={t("ownBrand.title")}>
      <SecondaryText sx={{ mt: -0.75, mb: 2 }}>{t("ownBrand.lead")}</SecondaryText>
      <QueryResult query={query}>
        {(brand) => (
          <InlineForm
            defaults={ofEach((name) => brand[name] ?? "")}
            submit={t("frame.action.save")}
            save={async (values) => {
              const former = ofEach((name) => brand[name]);
              const saved = ofEach((name) => values[name].trim() || null);
              await save(saved);
              reportSaved(t("ownBrand.saved"), swapBack(former, saved, savingOwnValues(saved, read, save)));
            }}
          >
            <TextField source="name" label={t("ownBrand.name")} helperText={t("ownBrand.nameLead")} most={100} />
            <LogoField />
            <ColourField lead={t("ownBrand.colourLead")} />
            {contacts.map(({ source, ...rest }) => (
              <TextField
                key={source}
                source={source}
                label={t(`ownBrand.${source}`)}
                helperText={t(`ownBrand.${source}Lead`)}
                {...rest}
              />
            ))}
          </InlineForm>
        )}
      </QueryResult>
    </SectionCard>
  );
}

/** The operator's logo, or that of one of its sites. */
export function LogoField() {
  const t = useText();
  const api = useApi();
  const inUse = useSharedValue(brandInUse)?.logo;
  return (
    <ImageField
      source="logo"
      types={types}
      refused="logo-refused"
      labels={{
        title: t("ownBrand.logo"),
        add: t("ownBrand.addLogo"),
        other: t("ownBrand.otherLogo"),
        remove: t("ownBrand.removeLogo"),
        lead: t("ownBrand.logoLead"),
      }}
      add={(file) => api("brand.addLogo", { file: { type: file.type, bytes: file } })}
      picture={(id) => (
        <Box sx={{ p: 2, borderRadius: 1, bgcolor: "brand.band", display: "flex" }}>
          <LogoPicture id={id} ground={inUse?.id === id ? inUse.ground : "light"} size={56} />
        </Box>
      )}
    />
  );
}

/** An image of the surrounding form by its id, and the place where another one is dropped. */
export function ImageField({
  source,
  types,
  refused,
  labels,
  add: store,
  picture,
}: {
  source: string;
  /** Media types that the service takes. */
  types: readonly string[];
  /** The code of a problem that says what a file must be. */
  refused: string;
  labels: Record<"title" | "add" | "other" | "remove" | "lead", string>;
  add: (file: File) => Promise<{ id: string }>;
  picture: (id: string) => ReactNode;
}) {
  const { setValue } = useFormContext();
  const id: string = useWatch({ name: source }) ?? "";
  const set = (id: string) => setValue(source, id, { shouldDirty: true });
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (!types.includes(file.type) || file.size > maxBytes)
        throw new ApiError(400, { code: refused, detail: file.name });
      return store(file);
    },
    onSuccess: (stored) => set(stored.id),
  });
  return (
    <Stack role="group" aria-label={labels.title} sx={{ gap: 1 }}>
      <Typography sx={{ fontWeight: 600 }}>{labels.title}</Typography>
      {id && (
        <Stack direction="row" sx={{ gap: 2, alignItems: "center", flexWrap: "wrap" }}>
          {picture(id)}
          <Button color="error" onClick={() => set("")}>
            {labels.remove}
          </Button>
        </Stack>
      )}
      <FileDrop
        label={id ? labels.other : labels.add}
        lead={labels.lead}
        accept={types.join(",")}
        disabled={add.isPending}
        onFiles={([file]) => add.mutate(file)}
      />
      <ProblemAlert error={add.error} />
    </Stack>
  );
}

/** A colour, and the shades that follow from it. */
export function ColourField({ source = "colour", lead }: { source?: string; lead: string }) {
  const t = useText();
  const { setValue } = useFormContext();
  const colour: string = useWatch({ name: source }) ?? "";
  const { band } = useTheme().palette.brand;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        verbatim
        source={source}
        label={t("ownBrand.colour")}
        helperText={lead}
        parse={(text: string) => text.trim().toLowerCase()}
        validate={(text: string) =>
          text === "" || isColour(text) ? undefined : t("ownBrand.noColour", { example: band })
        }
        most={7}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Box
                  component="input"
                  type="color"
                  aria-label={t("ownBrand.pickColour")}
                  value={isColour(colour) ? colour : band}
                  onChange={({ target }) => setValue(source, target.value, { shouldDirty: true, shouldValidate: true })}
                  sx={{ width: 36, height: 28, p: 0, border: 0, bgcolor: "transparent", cursor: "pointer" }}
                />
              </InputAdornment>
            ),
          },
        }}
      />
      {isColour(colour) && <BrandShades colour={colour} />}
    </Stack>
  );
}

type Checked = ApiAnswer<"brand.colours">;

/** Shows each shade that the service derives from the operator's colour, with a text on it. Names the places where the colour itself cannot be read. */
function BrandShades({ colour }: { colour: string }) {
  const t = useText();
  const settled = useDebouncedValue(colour, 250);
  const { data, error } = useAnswer(
    "brand.colours",
    { query: { colour: settled } },
    { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );
  if (!data) return <ProblemAlert error={error} />;
  const { band, onBand, light, dark } = data.colours;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { sm: "repeat(3, minmax(0, 1fr))" } }}>
        <Shade ground={band} name={t("ownBrand.onBand")} text={onBand} code={band} />
        <Shade
          ground={pages.light.background.paper}
          name={t("ownBrand.onLight")}
          text={light.accent}
          code={light.accent}
        />
        <Shade ground={pages.dark.background.paper} name={t("ownBrand.onDark")} text={dark.accent} code={dark.accent} />
      </Box>
      <Verdict checked={data} />
    </Stack>
  );
}

const Shade = ({ ground, name, text, code }: Record<"ground" | "name" | "text" | "code", string>) => (
  <Box sx={{ p: 1.5, borderRadius: 1, border: 1, borderColor: "divider", bgcolor: ground, color: text }}>
    <Typography sx={{ fontWeight: 650 }}>{name}</Typography>
    <Typography variant="body2">{code}</Typography>
  </Box>
);

/** Warns if the colour itself lacks the contrast that a text needs. */
function Verdict({ checked: { contrasts, least, colours } }: { checked: Checked }) {
  const t = useText();
  const { count } = useFormat();
  const shades = { band: colours.band, light: colours.light.accent, dark: colours.dark.accent };
  const missed = (["band", "light", "dark"] as const).filter((place) => contrasts[place] < least);
  // The contrast is rounded down, so that a low contrast never looks sufficient.
  const shown = (contrast: number) => count(Math.floor(contrast * 10) / 10);
  if (missed.length === 0) return <Alert severity="success">{t("ownBrand.readable")}</Alert>;
  return (
    <Alert severity="info" role="status">
      {missed.map((place) => (
        <Box key={place}>
          {t(`ownBrand.missed.${place}`, {
            contrast: shown(contrasts[place]),
            least: count(least),
            shade: shades[place],
          })}
        </Box>
      ))}
    </Alert>
  );
}
