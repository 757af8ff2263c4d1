import ScienceIcon from "@mui/icons-material/Science";
import { Alert, Box, Button, Stack, Typography, useTheme } from "@mui/material";
import { eventStates } from "../events/event.ts";
import { EventStateChip } from "../events/parts.tsx";
import { useText } from "../i18n/index.ts";
import { orderStatuses } from "../orders/order.ts";
import { StatusChip, TestChip } from "../orders/parts.tsx";
import { ProductStateChip } from "../products/StateChip.tsx";
import { useNotify } from "../ui/notices.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { FactList, SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { SecondaryText, SoftChip } from "../ui/text.tsx";
import { ButtonSamples } from "./ButtonSamples.tsx";
import { FieldSamples } from "./FieldSamples.tsx";
import { SampleRow } from "./SampleRow.tsx";
import { TableSamples } from "./TableSamples.tsx";

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
            onClick={() => notify(t("componentSamples.sample"), { type, undo: () => notify(t("lists.inline.undone")) })}
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
