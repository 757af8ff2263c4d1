import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { useFilters } from "../ui/list/FilterBar.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { DeleteSupplier } from "./DeleteSupplier.tsx";
import { SupplierDialog } from "./SupplierDialog.tsx";
import { SupplierSecret } from "./SupplierSecret.tsx";
import type { Supplier } from "./supplier.ts";

/** The list of suppliers. */
export function SupplierList() {
  const t = useText();
  const rights = useRights();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        resource="suppliers"
        title={t("suppliers.title")}
        lead={t("suppliers.lead")}
        empty={t("suppliers.empty")}
        filters={<Search />}
        actions={
          rights.has("suppliers.create") && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
              {t("suppliers.create.button")}
            </Button>
          )
        }
      >
        <Suppliers />
      </ListPage>
      {creating && <SupplierDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function Search() {
  const t = useText();
  const { values, set } = useFilters();
  return (
    <Box role="search" sx={{ maxWidth: { sm: 340 } }}>
      <TextField
        label={t("orders.list.search")}
        placeholder={t("partners.searchLead")}
        type="search"
        defaultValue={values.q ?? ""}
        onChange={({ target }) => set({ q: target.value }, "typing")}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
      />
    </Box>
  );
}

type Act = "change" | "secret" | "delete";

function Suppliers() {
  const { data = [] } = useListContext<Supplier>();
  const [chosen, setChosen] = useState<{ supplier: Supplier; act: Act } | null>(null);
  const close = () => setChosen(null);
  return (
    <>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.map((supplier) => (
          <One key={supplier.id} supplier={supplier} onAct={(act) => setChosen({ supplier, act })} />
        ))}
      </Box>
      {chosen?.act === "change" && <SupplierDialog supplier={chosen.supplier} onClose={close} />}
      {chosen?.act === "secret" && <SupplierSecret supplier={chosen.supplier} onClose={close} />}
      {chosen?.act === "delete" && <DeleteSupplier supplier={chosen.supplier} onClose={close} />}
    </>
  );
}

function One({ supplier, onAct }: { supplier: Supplier; onAct: (act: Act) => void }) {
  const t = useText();
  const rights = useRights();
  const figures = useFigures();
  const { externalId, name, kind, lang, email, url, answerWithinMinutes, products } = supplier;
  const asked = kind === "http" ? url : kind === "desk" ? (email ?? t("suppliers.ownDesk")) : t("suppliers.nobody");
  const acts = (
    [
      ["change", rights.has("suppliers.update")],
      ["secret", kind === "http" && rights.has("suppliers.secret")],
      ["delete", products === 0 && rights.has("suppliers.delete")],
    ] as [Act, boolean][]
  ).filter(([, may]) => may);
  const rest = [
    t(`orders.lang.${lang}`),
    ...(kind === "simulator" ? [] : [t("suppliers.within", { lasting: figures.lasting(answerWithinMinutes * 60) })]),
  ];
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, "& + &": { borderTop: 1, borderColor: "divider" } }}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, alignItems: { sm: "center" } }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Typography component="h2" sx={{ fontWeight: 600, fontSize: "1rem", overflowWrap: "anywhere" }}>
              {name}
            </Typography>
            <Typography variant="body2" sx={{ fontFamily: mono, color: "text.secondary", overflowWrap: "anywhere" }}>
              {externalId}
            </Typography>
            <Chip size="small" variant="outlined" label={t(`suppliers.kind.${kind}`)} />
          </Stack>
          <Typography sx={{ overflowWrap: "anywhere" }}>{asked}</Typography>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {rest.join(" · ")} ·{" "}
            {products > 0 ? (
              <Link
                component={RouterLink}
                to={`/products?filter=${encodeURIComponent(JSON.stringify({ supplier: externalId }))}`}
              >
                {t("suppliers.products", { smart_count: products })}
              </Link>
            ) : (
              t("suppliers.noProducts")
            )}
          </Typography>
        </Box>
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
          {acts.map(([act]) => (
            <Button
              key={act}
              size="small"
              color={act === "delete" ? "error" : "primary"}
              aria-label={`${t(`suppliers.act.${act}`)}: ${name}`}
              onClick={() => onAct(act)}
            >
              {t(`suppliers.act.${act}`)}
            </Button>
          ))}
        </Stack>
      </Stack>
    </Box>
  );
}
