import AddIcon from "@mui/icons-material/Add";
import ScienceIcon from "@mui/icons-material/Science";
import {
  Alert,
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  FormControlLabel,
  IconButton,
  MenuItem,
  TextField as MuiTextField,
  Stack,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useTheme,
} from "@mui/material";
import { type ReactNode, useState } from "react";
import { OccupancyBar } from "./events/calendar/parts.tsx";
import { eventStates } from "./events/event.ts";
import { EventStateChip } from "./events/parts.tsx";
import { useFormat } from "./format/format.tsx";
import { useText } from "./i18n/index.ts";
import { orderStatuses } from "./orders/order.ts";
import { StatusChip, TestChip } from "./orders/parts.tsx";
import { ProductStateChip } from "./products/StateChip.tsx";
import { DialogButton, PlainDialog } from "./ui/dialogs.tsx";
import { BooleanField, RadioField } from "./ui/form/choices.tsx";
import { DayField, Select } from "./ui/form/controls.tsx";
import { InlineForm } from "./ui/form/submit.tsx";
import { PasswordField, SelectField, TextField } from "./ui/form/TextField.tsx";
import { RecordTableOrCards } from "./ui/list/RecordList.tsx";
import type { ListColumn } from "./ui/list/records.ts";
import { MenuButton } from "./ui/MenuButton.tsx";
import { useNotify } from "./ui/notices.tsx";
import { DataTable } from "./ui/page/DataTable.tsx";
import { Loading } from "./ui/page/Loading.tsx";
import { FactList, fieldGrid, SectionCard } from "./ui/page/layout.tsx";
import { Page } from "./ui/page/Page.tsx";
import { CopyButton } from "./ui/secrets/CopyButton.tsx";
import { PageLink, SecondaryText, SoftChip } from "./ui/text.tsx";

/** The console's own parts in all states. No page links to it; test/parts.test.ts checks it. */
export function ComponentSamplesPage() {
  const t = useText();
  return (
    <Page title={t("componentSamples.title")} lead={t("componentSamples.lead")}>
      <SectionCard title={t("componentSamples.colours")}>
        <Colours />
      </SectionCard>
      <SectionCard title={t("componentSamples.type")}>
        <Type />
      </SectionCard>
      <SectionCard title={t("componentSamples.buttons")} gap={1.5}>
        <ButtonSamples />
      </SectionCard>
      <SectionCard title={t("componentSamples.fields")} gap={2}>
        <FieldSamples />
      </SectionCard>
      <SectionCard title={t("componentSamples.tables")} gap={2}>
        <TableSamples />
      </SectionCard>
      <SectionCard title={t("componentSamples.notices")} gap={1}>
        <NoticeParts />
      </SectionCard>
      <SectionCard title={t("componentSamples.chips")} gap={1.5}>
        <Chips />
      </SectionCard>
      <SectionCard title={t("componentSamples.placeholders")} gap={2}>
        {(["lines", "rows", "facts", "fields", "days"] as const).map((shape) => (
          <Loading key={shape} of={shape} lines={2} />
        ))}
        <FactList
          facts={[
            { name: t("componentSamples.usual"), value: t("componentSamples.sample") },
            { name: t("componentSamples.sample"), value: "–", wide: true },
          ]}
        />
      </SectionCard>
    </Page>
  );
}

const tones = ["primary", "secondary", "success", "warning", "error", "info"] as const;

function Colours() {
  const { palette } = useTheme();
  const pairs = tones.flatMap((tone) => {
    const { main, light, dark, contrastText } = palette[tone];
    const solid = { name: `${tone}.main`, background: main, text: contrastText };
    return tone === "primary" || tone === "secondary"
      ? [solid]
      : [solid, { name: `${tone}.light`, background: light, text: dark }];
  });
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 11rem), 1fr))" }}>
      {pairs.map(({ name, background, text }) => (
        <Box key={name} sx={{ p: 1.5, borderRadius: 1, fontWeight: 600 }} style={{ background, color: text }}>
          {name}
        </Box>
      ))}
      {(["paper", "default"] as const).map((name) => (
        <Box
          key={name}
          sx={{ p: 1.5, borderRadius: 1, border: 1, borderColor: "divider", bgcolor: `background.${name}` }}
        >
          background.{name}
          <SecondaryText>text.secondary</SecondaryText>
        </Box>
      ))}
    </Box>
  );
}

function Type() {
  const t = useText();
  return (
    <Stack sx={{ gap: 1 }}>
      {(["h1", "h2", "h3", "body1", "body2", "overline"] as const).map((variant) => (
        <Typography key={variant} variant={variant} component="div">
          {variant} · {t("componentSamples.sample")} · 0123456789
        </Typography>
      ))}
    </Stack>
  );
}

function NoticeParts() {
  const t = useText();
  const notify = useNotify();
  return (
    <>
      {(["success", "info", "warning", "error"] as const).map((severity) => (
        <Alert key={severity} severity={severity}>
          {severity} · {t("componentSamples.sample")}
        </Alert>
      ))}
      <SampleRow>
        {(["success", "error"] as const).map((type) => (
          <Button
            key={type}
            variant="outlined"
            onClick={() => notify(t("componentSamples.sample"), { type, undo: () => notify(t("lists.undone")) })}
          >
            {t("componentSamples.show")}: {type}
          </Button>
        ))}
      </SampleRow>
    </>
  );
}

function Chips() {
  return (
    <>
      <SampleRow>
        {(["default", "success", "warning", "error", "info"] as const).map((tone) => (
          <SoftChip key={tone} tone={tone} icon={<ScienceIcon />} label={tone} />
        ))}
      </SampleRow>
      <SampleRow>
        {orderStatuses.map((status) => (
          <StatusChip key={status} status={status} />
        ))}
        <TestChip />
      </SampleRow>
      <SampleRow>
        {eventStates.map((state) => (
          <EventStateChip key={state} state={state} />
        ))}
      </SampleRow>
      <SampleRow>
        {(["published", "draft", "deleted"] as const).map((state) => (
          <ProductStateChip key={state} state={state} />
        ))}
      </SampleRow>
    </>
  );
}

function FieldSamples() {
  const t = useText();
  const choices = (["usual", "selected"] as const).map((id) => ({ id, name: t(`componentSamples.${id}`) }));
  const [chosen, setChosen] = useState<"usual" | "selected" | "">("");
  return (
    <>
      <InlineForm
        defaults={{ text: "", required: "", select: "usual", secret: "", yes: true, radio: "usual" }}
        submit={t("frame.action.save")}
        save={async () => undefined}
      >
        <Box sx={fieldGrid()}>
          <TextField source="text" label={t("componentSamples.usual")} helperText={t("componentSamples.sample")} />
          <TextField source="required" label={t("frame.required")} required />
          <SelectField source="select" label={t("componentSamples.selected")} choices={choices} />
          <PasswordField source="secret" label={t("frame.secret.present")} autoComplete="new-password" optional />
        </Box>
        <BooleanField source="yes" label={t("componentSamples.selected")} helperText={t("componentSamples.sample")} />
        <RadioField
          source="radio"
          label={t("componentSamples.usual")}
          choices={choices}
          lead={() => t("componentSamples.sample")}
        />
      </InlineForm>
      <Box sx={fieldGrid()}>
        <MuiTextField label={t("componentSamples.wrong")} error helperText={t("frame.required")} />
        <MuiTextField
          label={t("componentSamples.disabled")}
          disabled
          value={t("componentSamples.sample")}
          helperText={t("componentSamples.sample")}
        />
        <Select
          label={t("componentSamples.placeholders")}
          any={t("componentSamples.usual")}
          value={chosen}
          choices={choices}
          onChange={setChosen}
        />
        <DayField label={t("frame.period.from")} value="2026-06-20" onChange={() => undefined} />
      </Box>
      <div>
        <FormControlLabel control={<Checkbox defaultChecked />} label={t("componentSamples.selected")} />
        <FormControlLabel control={<Checkbox disabled />} label={t("componentSamples.disabled")} />
      </div>
    </>
  );
}

interface Sample {
  id: string;
  sold: number;
}

const samples: readonly Sample[] = [
  { id: "2026-06-20T20:00:00", sold: 6 },
  { id: "2026-06-21T20:00:00", sold: 20 },
];

function TableSamples() {
  const t = useText();
  const format = useFormat();
  const [selected, setSelected] = useState<readonly Sample[]>(samples.slice(0, 1));
  const columns: ListColumn<Sample>[] = [
    {
      label: t("events.field.eventOn"),
      value: ({ id }) => (
        <>
          {format.local(id)}
          <SecondaryText>{t("componentSamples.sample")}</SecondaryText>
        </>
      ),
    },
    { label: t("day.sold"), value: ({ sold }) => <OccupancyBar load={sold / 20} /> },
    { label: t("day.left"), figure: true, value: ({ sold }) => format.count(20 - sold) },
  ];
  const records = { rows: samples, keyOf: ({ id }: Sample) => id, columns };
  return (
    <>
      <RecordTableOrCards
        {...records}
        selection={{
          has: (row) => selected.includes(row),
          set: (rows, on) => setSelected([...selected.filter((row) => !rows.includes(row)), ...(on ? rows : [])]),
          nameOf: ({ id }) => format.local(id),
          all: t("events.choose.page"),
        }}
      />
      <RecordTableOrCards {...records} compact />
      <Box>
        <DataTable
          label={t("componentSamples.tables")}
          rows={samples}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t("events.field.eventOn"),
              value: ({ id }) => format.local(id),
              total: t("componentSamples.usual"),
            },
            { name: t("day.sold"), figure: true, value: ({ sold }) => format.count(sold), total: format.count(26) },
          ]}
        />
      </Box>
    </>
  );
}

const variants = ["contained", "outlined", "text"] as const;

function ButtonSamples() {
  const t = useText();
  const [chosen, setChosen] = useState("a");
  const usual = t("componentSamples.usual");
  return (
    <>
      {variants.map((variant) => (
        <SampleRow key={variant}>
          <Button variant={variant}>{usual}</Button>
          <Button variant={variant} startIcon={<AddIcon />}>
            {t("products.new")}
          </Button>
          <Button variant={variant} color="error">
            {t("frame.action.cancel")}
          </Button>
          <Button variant={variant} disabled>
            {t("componentSamples.disabled")}
          </Button>
          <Button variant={variant} loading loadingPosition="start">
            {t("componentSamples.pending")}
          </Button>
        </SampleRow>
      ))}
      <SampleRow>
        <ButtonGroup aria-label={t("componentSamples.selected")}>
          <Button variant="contained" aria-current="page">
            {t("componentSamples.selected")}
          </Button>
          <Button variant="outlined">{usual}</Button>
        </ButtonGroup>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t("componentSamples.usual")}
          value={chosen}
          onChange={(_, value) => value && setChosen(value)}
        >
          {["a", "b"].map((value) => (
            <ToggleButton key={value} value={value}>
              {value.toUpperCase()}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <IconButton aria-label={t("products.new")}>
          <AddIcon />
        </IconButton>
        <CopyButton text="K7Q-M3X-HP4-ES" label={t("frame.action.copy")} />
        <PageLink to="/parts">{t("componentSamples.sample")}</PageLink>
      </SampleRow>
      <SampleRow>
        <MenuButton
          button={(props) => (
            <Button {...props} variant="outlined">
              {t("frame.action.more")}
            </Button>
          )}
        >
          {(close) => [
            <MenuItem key="usual" onClick={close}>
              {usual}
            </MenuItem>,
            <MenuItem key="selected" selected onClick={close}>
              {t("componentSamples.selected")}
            </MenuItem>,
            <MenuItem key="disabled" disabled>
              {t("componentSamples.disabled")}
            </MenuItem>,
          ]}
        </MenuButton>
        <DialogButton
          label={t("events.change.preview")}
          variant="outlined"
          dialog={(close) => (
            <PlainDialog title={t("componentSamples.title")} onClose={close}>
              {t("componentSamples.lead")}
            </PlainDialog>
          )}
        />
      </SampleRow>
    </>
  );
}

/** Parts beside each other, as many as fit. */
const SampleRow = ({ children }: { children: ReactNode }) => (
  <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
    {children}
  </Stack>
);
