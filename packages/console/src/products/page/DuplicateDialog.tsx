import { useFormContext } from "react-hook-form";
import { useNavigate } from "react-router";
import { useText } from "../../i18n/index.ts";
import { FormDialog } from "../../ui/dialog/FormDialog.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { idOf } from "../model/proposals.ts";
import type { Product } from "../product.ts";
import { useProductAction } from "./useProductAction.ts";

/** Copies a product under another id. The copy is not published. */
export function DuplicateDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { run } = useProductAction("duplicate", product);
  const { name, externalId } = product.source;
  return (
    <FormDialog
      title={t("products.action.duplicate.title", { name })}
      lead={t("products.action.duplicate.lead")}
      submit={t("products.action.duplicate.button")}
      defaults={{
        name: t("products.action.duplicate.copy", { name }).slice(0, 200),
        externalId: `${externalId}-2`,
      }}
      codes={{ "external-id-taken": { source: "externalId", text: t("products.form.takenId") } }}
      save={(values) => run(false, { name: values.name.trim(), externalId: values.externalId.trim() })}
      notice={(_, values) => t("products.action.duplicate.done", { name: values.name.trim() })}
      onSaved={({ id }) => {
        onClose();
        navigate(`/products/${id}/show`);
      }}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  const t = useText();
  const { getValues, setValue } = useFormContext<{ name: string; externalId: string }>();
  // An id proposed from the name changes with the name.
  const follow = (name: string) => {
    const before = getValues();
    if (before.externalId === idOf(before.name)) setValue("externalId", idOf(name));
    return name;
  };
  return (
    <>
      <TextField autoFocus source="name" label={t("products.field.name")} parse={follow} required most={200} />
      <TextField
        source="externalId"
        label={t("products.field.externalId")}
        helperText={t("products.field.externalIdLead")}
        required
        most={128}
      />
    </>
  );
}
