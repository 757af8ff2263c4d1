import { Alert, Button, Checkbox, Chip, FormControlLabel, LinearProgress, TextField } from "@mui/material";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { PlainDialog } from "../ui/dialogs.tsx";
import { LinedItem, PlainList } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { useProblemText } from "../ui/page/states.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { useDebouncedValue } from "../ui/useDebouncedValue.ts";

type Offer = ListRecord<"suppliers.products">;

/** The outcome of a product's import: the id of our product, or a sentence. */
type Outcome = { productId: string } | { problem: string };

const maxShown = 50;

/** Imports products of a supplier, one after the other, as unpublished products. */
export function ImportOffers({
  supplier: { id, name },
  onClose,
}: {
  supplier: ListRecord<"suppliers.list">;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const problemText = useProblemText();
  const [typed, setTyped] = useState("");
  const [cityCode, setCityCode] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [left, setLeft] = useState(0);
  const q = useDebouncedValue(typed.trim(), 300);
  const query = useAnswer(
    "suppliers.products",
    { id, query: { perPage: maxShown, ...(q && { q }) } },
    { placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const running = left > 0;

  async function importChosen() {
    const ids = [...chosen];
    for (const [n, product] of ids.entries()) {
      setLeft(ids.length - n);
      const outcome = await api("suppliers.importProduct", { id, body: { product, cityCode: cityCode.trim() } }).then(
        (made): Outcome => ({ productId: made.id! }),
        (error): Outcome => ({ problem: problemText(error) }),
      );
      setOutcomes((before) => new Map(before).set(product, outcome));
    }
    setChosen(new Set());
    setLeft(0);
    void queries.invalidateQueries();
  }

  const choose = (product: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(product);
    else next.delete(product);
    setChosen(next);
  };

  return (
    <PlainDialog
      title={t("suppliers.import.title", { name })}
      onClose={running ? undefined : onClose}
      buttons={
        <>
          <Button onClick={onClose} disabled={running}>
            {t("frame.action.close")}
          </Button>
          <Button
            variant="contained"
            disabled={running || chosen.size === 0 || cityCode.trim() === ""}
            onClick={() => void importChosen()}
          >
            {t("suppliers.import.submit", { smart_count: chosen.size })}
          </Button>
        </>
      }
    >
      <SecondaryText>{t("suppliers.import.lead")}</SecondaryText>
      <TextField
        required
        size="small"
        label={t("field.cityCode")}
        helperText={t("suppliers.import.cityLead")}
        value={cityCode}
        disabled={running}
        slotProps={{ htmlInput: { maxLength: 64 } }}
        onChange={({ target }) => setCityCode(target.value)}
      />
      <TextField
        size="small"
        type="search"
        label={t("suppliers.import.search")}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {running && <LinearProgress aria-label={t("suppliers.import.left", { smart_count: left })} />}
      <QueryResult query={query}>
        {({ data, total }) => (
          <>
            {total === 0 && <Alert severity="info">{t("suppliers.import.none")}</Alert>}
            <PlainList label={t("products.title")}>
              {data.map((offer) => (
                <OfferLine
                  key={offer.id}
                  offer={offer}
                  outcome={outcomes.get(offer.id)}
                  chosen={chosen.has(offer.id)}
                  disabled={running}
                  onChoose={(isChosen) => choose(offer.id, isChosen)}
                />
              ))}
            </PlainList>
            {total > data.length && (
              <SecondaryText>{t("suppliers.import.more", { smart_count: total - data.length })}</SecondaryText>
            )}
          </>
        )}
      </QueryResult>
    </PlainDialog>
  );
}

function OfferLine({
  offer: { name, options, currency, obstacle, productId },
  outcome,
  chosen,
  disabled,
  onChoose,
}: {
  offer: Offer;
  outcome: Outcome | undefined;
  chosen: boolean;
  disabled: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const t = useText();
  const ours = outcome && "productId" in outcome ? outcome.productId : productId;
  const facts = [t("suppliers.import.options", { smart_count: options }), currency].filter(Boolean).join(" · ");
  return (
    <LinedItem actions={ours !== null && <PageLink to={`/products/${ours}`}>{t("suppliers.import.open")}</PageLink>}>
      {ours !== null || obstacle ? (
        <div>
          {name}{" "}
          <Chip
            size="small"
            variant="outlined"
            label={t(ours === null ? `suppliers.import.obstacle.${obstacle!}` : "suppliers.import.done")}
          />
        </div>
      ) : (
        <FormControlLabel
          label={name}
          control={
            <Checkbox checked={chosen} disabled={disabled} onChange={({ target }) => onChoose(target.checked)} />
          }
        />
      )}
      <SecondaryText>{facts}</SecondaryText>
      {outcome && "problem" in outcome && <Alert severity="error">{outcome.problem}</Alert>}
    </LinedItem>
  );
}
