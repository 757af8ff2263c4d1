import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/Delete";
import {
  Alert,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  IconButton,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
} from "@mui/material";
import { useState } from "react";
import type { ApiAnswer, RequestBody } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { ProductAutocomplete, type ProductChoice, useProduct } from "../events/pickers.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DayField, Select } from "../ui/form/controls.tsx";
import { useNotify } from "../ui/notices.tsx";
import { fieldGrid } from "../ui/page/layout.tsx";
import { PreviewDialog } from "../ui/preview.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { usePreview } from "../ui/usePreview.ts";
import type { Partner, PartnerOffer } from "./facts.tsx";

type Terms = Omit<RequestBody<"partners.setOffer">, "revision">;
type Effect = ApiAnswer<"partners.setOffer">;
type Stop = Terms["stops"][number];

const modes = ["all", "only", "except"] as const;

/** Changes what a partner sees and sells, after a preview of what leaves and enters. */
export function OfferDialog({
  partner,
  offer,
  onClose,
}: {
  partner: Partner;
  offer: PartnerOffer;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const { named, revision } = offer;
  const [terms, setTerms] = useState<Terms>({ sells: offer.sells, products: offer.products, stops: offer.stops });
  const [wrong, setWrong] = useState(false);
  const send = (wanted: Terms, dryRun: boolean) =>
    api("partners.setOffer", { id: partner.id, query: { dryRun }, body: { ...wanted, revision } });
  const flow = usePreview<Terms, Effect>({
    preview: (wanted) => send(wanted, true),
    save: (wanted) => send(wanted, false),
  });
  const change = (part: Partial<Terms>) => {
    setTerms({ ...terms, ...part });
    if (flow.phase !== "idle") flow.reset();
  };
  const needsProduct = terms.sells !== "all" && terms.products.length === 0;
  const preview = () => {
    const isWrong =
      needsProduct || terms.stops.some(hasFault) || terms.products.some(({ itemIds }) => itemIds?.length === 0);
    setWrong(isWrong);
    if (!isWrong) void flow.preview(terms);
  };
  const save = async () => {
    if (!(await flow.save())) return;
    notify(t("partnerOffer.done"), { type: "success" });
    onClose();
  };
  return (
    <PreviewDialog
      title={t("partnerOffer.changeTitle", { name: partner.name })}
      lead={t("partnerOffer.lead")}
      maxWidth="md"
      flow={flow}
      onPreview={preview}
      button={t("frame.action.save")}
      onSave={save}
      onClose={onClose}
      fields={
        <>
          <RadioGroup
            aria-label={t("partnerOffer.title")}
            value={terms.sells}
            onChange={(_, sells) => change({ sells: sells as Terms["sells"] })}
          >
            {modes.map((mode) => (
              <FormControlLabel key={mode} value={mode} control={<Radio />} label={t(`partnerOffer.sells.${mode}`)} />
            ))}
          </RadioGroup>
          {terms.sells !== "all" && (
            <ProductsField
              products={terms.products}
              named={named}
              wrong={wrong}
              onChange={(products) => change({ products })}
            />
          )}
          <StopFields stops={terms.stops} wrong={wrong} onChange={(stops) => change({ stops })} />
        </>
      }
    >
      {(effect) => <EffectText effect={effect} />}
    </PreviewDialog>
  );
}

const hasFault = ({ from, to }: Stop): boolean => from === "" || to === "" || to < from;

/** Chooses products and, of each with several items, its items. */
function ProductsField({
  products,
  named,
  wrong,
  onChange,
}: {
  products: Terms["products"];
  named: PartnerOffer["named"];
  wrong: boolean;
  onChange: (products: Terms["products"]) => void;
}) {
  const t = useText();
  const [picked, setPicked] = useState<readonly ProductChoice[]>(() =>
    named.map(({ id, name, externalId, cityCode }) => ({ id, name, externalId, cityCode, currencyCode: "" })),
  );
  const chosen = products.map(({ productId }) => picked.find(({ id }) => id === productId) ?? unnamed(productId));
  const missing = wrong && products.length === 0;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <ProductAutocomplete<true>
        multiple
        label={t("partnerOffer.choose")}
        required
        input={{ error: missing, ...(missing && { helperText: t("partnerOffer.needsProduct") }) }}
        value={chosen}
        onChange={(_, next) => {
          setPicked([...picked, ...next]);
          const before = new Map(products.map((one) => [one.productId, one]));
          onChange(next.map(({ id }) => before.get(id) ?? { productId: id, itemIds: null }));
        }}
      />
      {products.map(({ productId, itemIds }) => (
        <ItemsField
          key={productId}
          productId={productId}
          itemIds={itemIds}
          onChange={(items) =>
            onChange(products.map((one) => (one.productId === productId ? { productId, itemIds: items } : one)))
          }
        />
      ))}
    </Stack>
  );
}

const unnamed = (id: string): ProductChoice => ({ id, name: id, externalId: "", cityCode: "", currencyCode: "" });

function ItemsField({
  productId,
  itemIds,
  onChange,
}: {
  productId: string;
  itemIds: string[] | null;
  onChange: (itemIds: string[] | null) => void;
}) {
  const t = useText();
  const product = useProduct(productId);
  const items = product?.items ?? [];
  if (items.length < 2) return null;
  const chosen = itemIds ?? items.map(({ id }) => id);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    onChange(next.length === items.length ? null : next);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0 }}>
      <FormLabel component="legend">{t("partnerOffer.items", { product: product!.source.name })}</FormLabel>
      <FormGroup row>
        {items.map(({ id, name }) => (
          <FormControlLabel
            key={id}
            control={<Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} />}
            label={name}
          />
        ))}
      </FormGroup>
      {chosen.length === 0 && <FormHelperText error>{t("partnerOffer.needsItem")}</FormHelperText>}
    </Box>
  );
}

function StopFields({ stops, wrong, onChange }: { stops: Stop[]; wrong: boolean; onChange: (stops: Stop[]) => void }) {
  const t = useText();
  return (
    <Stack sx={{ gap: 1.5 }}>
      <div>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {t("partnerOffer.stops")}
        </Typography>
        <SecondaryText>{t("partnerOffer.stopsLead")}</SecondaryText>
      </div>
      {stops.map((stop, n) => (
        <StopField
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop-sale has no other identity.
          key={n}
          n={n + 1}
          stop={stop}
          wrong={wrong}
          onChange={(next) => onChange(stops.with(n, next))}
          onRemove={() => onChange(stops.toSpliced(n, 1))}
        />
      ))}
      <Button
        startIcon={<AddIcon />}
        sx={{ alignSelf: "flex-start" }}
        onClick={() => onChange([...stops, { productId: null, itemId: null, from: "", to: "", reason: "" }])}
      >
        {t("partnerOffer.add")}
      </Button>
    </Stack>
  );
}

interface StopFieldProps {
  n: number;
  stop: Stop;
  wrong: boolean;
  onChange: (stop: Stop) => void;
  onRemove: () => void;
}

function StopField({ n, stop, wrong, onChange, onRemove }: StopFieldProps) {
  const t = useText();
  const { productId, itemId, from, to, reason } = stop;
  const product = useProduct(productId ?? undefined);
  const items = product?.items ?? [];
  const missing = (day: string) => wrong && day === "" && { error: true, helperText: t("partnerOffer.needsDay") };
  const isBackwards = from !== "" && to !== "" && to < from;
  return (
    <Box
      role="group"
      aria-label={`${t("partnerOffer.stops")} ${n}`}
      sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}
    >
      <Box sx={{ ...fieldGrid("11rem", 1.5), flex: 1, minWidth: 0 }}>
        <DayField
          required
          label={t("partnerOffer.from")}
          value={from}
          onChange={(day) => onChange({ ...stop, from: day, to: to === "" ? day : to })}
          {...missing(from)}
        />
        <DayField
          required
          label={t("partnerOffer.to")}
          value={to}
          onChange={(day) => onChange({ ...stop, to: day })}
          {...missing(to)}
          {...(isBackwards && { error: true, helperText: t("partnerOffer.wrongOrder") })}
        />
        <ProductAutocomplete
          label={t("partnerOffer.product")}
          placeholder={t("partnerOffer.everyProduct")}
          clearText={t("partnerOffer.everyProduct")}
          value={product ? { id: product.id, ...product.source } : null}
          onChange={(_, chosen) => onChange({ ...stop, productId: chosen?.id ?? null, itemId: null })}
        />
        {items.length > 1 && (
          <Select
            label={t("partnerOffer.item")}
            value={itemId ?? ""}
            any={t("partnerOffer.everyItem")}
            choices={items.map(({ id, name }) => ({ id, name }))}
            onChange={(id) => onChange({ ...stop, itemId: id || null })}
          />
        )}
        <TextField
          label={t("partnerOffer.reason")}
          value={reason}
          onChange={({ target }) => onChange({ ...stop, reason: target.value })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </Box>
      <IconButton aria-label={t("partnerOffer.remove", { n })} onClick={onRemove}>
        <DeleteIcon />
      </IconButton>
    </Box>
  );
}

const kinds = ["leaves", "enters", "itemsLeave", "itemsEnter"] as const;
const counts = ["stopsBegin", "stopsEnd"] as const;
/** How many names a preview shows of each kind. */
const shownNames = 8;

function EffectText({ effect }: { effect: Effect }) {
  const t = useText();
  const format = useFormat();
  const lines = [
    ...kinds.flatMap((kind) => {
      const { count, names } = effect[kind];
      if (count === 0) return [];
      const shown = names.slice(0, shownNames);
      const rest = count - shown.length;
      const text = rest > 0 ? t("partnerOffer.more", { names: shown.join(", "), count: rest }) : format.list(shown);
      return [t(`partnerOffer.${kind}`, { smart_count: count, names: text })];
    }),
    ...counts.flatMap((kind) => (effect[kind] > 0 ? [t(`partnerOffer.${kind}`, { smart_count: effect[kind] })] : [])),
  ];
  return (
    <Alert severity={effect.leaves.count + effect.itemsLeave.count + effect.stopsBegin > 0 ? "warning" : "info"}>
      {lines.length === 0 ? t("partnerOffer.nothing") : lines.map((line) => <div key={line}>{line}</div>)}
    </Alert>
  );
}
