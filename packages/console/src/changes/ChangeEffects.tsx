import SyncIcon from "@mui/icons-material/Sync";
import { Alert, Chip, Stack } from "@mui/material";
import { useText } from "../i18n/index.ts";
import { type CatalogueChanges, recordKinds, recordOutcomes } from "./changes.ts";

/** The effects of a change: the number of records, the seats sold of them, and the changes in partners' copies. */
export function ChangeEffects({ changes }: { changes: CatalogueChanges }) {
  return (
    <Stack sx={{ gap: 1.25 }}>
      <Counts changes={changes} />
      <Sold changes={changes} />
      <Copies changes={changes} />
    </Stack>
  );
}

function Counts({ changes: { counts } }: { changes: CatalogueChanges }) {
  const t = useText();
  const found = recordKinds.flatMap((kind) =>
    recordOutcomes
      .filter((outcome) => counts[kind]?.[outcome] > 0)
      .map((outcome) => ({ kind, outcome, n: counts[kind][outcome] })),
  );
  if (found.length === 0) return null;
  return (
    <Stack direction="row" component="ul" sx={{ gap: 1, flexWrap: "wrap", listStyle: "none", m: 0, p: 0 }}>
      {found.map(({ kind, outcome, n }) => (
        <li key={`${kind} ${outcome}`}>
          <Chip
            color={({ added: "success", changed: "default", removed: "error" } as const)[outcome]}
            label={t(`changes.counted.${kind}.${outcome}`, { smart_count: n })}
          />
        </li>
      ))}
    </Stack>
  );
}

function Sold({ changes: { sold } }: { changes: CatalogueChanges }) {
  const t = useText();
  if (sold.events === 0) return null;
  const grave = sold.overbookedEvents > 0 || sold.removedEvents > 0;
  return (
    <Alert severity={grave ? "warning" : "info"}>
      <Stack component="span" sx={{ gap: 0.5 }}>
        {sold.overbookedEvents > 0 && (
          <strong>{t("changes.overbooked", { smart_count: sold.overbookedEvents })}</strong>
        )}
        {sold.removedEvents > 0 && (
          <strong>{t("changes.removedSold", { smart_count: sold.removedEvents, seats: sold.removedSeats })}</strong>
        )}
        <span>{t("changes.soldEvents", { smart_count: sold.events, seats: sold.seats })}</span>
      </Stack>
    </Alert>
  );
}

const brought = ["products", "events", "pages", "currencies", "deletedProducts"] as const;

function Copies({ changes: { partners } }: { changes: CatalogueChanges }) {
  const t = useText();
  const list = brought
    .filter((kind) => partners[kind] > 0)
    .map((kind) => t(`changes.bring.${kind}`, { smart_count: partners[kind] }));
  const text =
    list.length === 0
      ? t("changes.copiesUntouched")
      : partners.synced === 0
        ? t("changes.copiesNone")
        : `${t("changes.copies", { smart_count: partners.synced })} ${t("changes.brings", { list: list.join(", ") })}`;
  return (
    <Alert severity="info" icon={<SyncIcon />}>
      {text}
    </Alert>
  );
}
