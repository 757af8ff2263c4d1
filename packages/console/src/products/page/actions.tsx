import EditIcon from "@mui/icons-material/Edit";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import { Button, MenuItem } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { isConflict } from "../../api/client.ts";
import { useApi } from "../../api/useApi.ts";
import { eventsActionAddress, letterAboutFacts } from "../../bulk/bulk.ts";
import { useUndoChanges } from "../../changes/useUndoChanges.ts";
import { idFromName } from "../../format/ids.ts";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { PreviewDialog } from "../../ui/preview.tsx";
import { usePreview } from "../../ui/usePreview.ts";
import { useSavedNotice } from "../../ui/useSavedNotice.ts";
import { copyResources } from "../copy-resources.ts";
import { ProductChangeEffects, SaveAndTell } from "../ProductChangeReview.tsx";
import { type Product, type ProductUpdate, productStateOf } from "../product.ts";

type MenuAction = "publish" | "unpublish" | "duplicate" | "delete";

/** The actions that the product's state and the operator's role allow. */
export function ProductActions({ product }: { product: Product }) {
  const t = useText();
  const rights = useRights();
  const [chosen, setChosen] = useState<MenuAction | null>(null);
  const state = productStateOf(product.source);
  const main: MenuAction = state === "published" ? "unpublish" : "publish";
  const others = (["duplicate", ...(state === "deleted" ? [] : (["delete"] as const))] as const).filter((action) =>
    rights.has(`products.${action}`),
  );
  const close = () => setChosen(null);
  return (
    <>
      {rights.has(`products.${main}`) && (
        <Button variant={main === "publish" ? "contained" : "outlined"} onClick={() => setChosen(main)}>
          {t(`products.action.${main}.button`)}
        </Button>
      )}
      {rights.has("products.update") && state !== "deleted" && (
        <Button
          component={Link}
          to={`/products/${product.id}`}
          variant={main === "publish" ? "outlined" : "contained"}
          startIcon={<EditIcon />}
        >
          {t("products.action.edit")}
        </Button>
      )}
      {others.length > 0 && (
        <MenuButton
          button={(props) => (
            <Button {...props} variant="outlined" aria-label={t("frame.action.more")} sx={{ minWidth: 40, px: 1 }}>
              <MoreVertIcon fontSize="small" />
            </Button>
          )}
        >
          {(closeMenu) =>
            others.map((action) => (
              <MenuItem
                key={action}
                onClick={() => {
                  closeMenu();
                  setChosen(action);
                }}
              >
                {t(`products.action.${action}.button`)}
              </MenuItem>
            ))
          }
        </MenuButton>
      )}
      {chosen === "duplicate" && <DuplicateDialog product={product} onClose={close} />}
      {chosen !== null && chosen !== "duplicate" && (
        <ProductActionDialog action={chosen} product={product} onClose={close} />
      )}
    </>
  );
}

/** Publishes, unpublishes, deletes or restores a product, after a preview. */
export function ProductActionDialog({
  action,
  product,
  to,
  onClose,
}: {
  action: "publish" | "unpublish" | "delete" | "restore";
  product: Product;
  /** The former revision to restore. */
  to?: number;
  onClose: () => void;
}) {
  const t = useText();
  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  const { run, refresh } = useProductAction(action, product);
  const flow = usePreview({ preview: () => run(true, body), save: () => run(false, body) });
  const body = to === undefined ? {} : { to };
  const names = { name: product.source.name, n: to ?? 0 };
  const conflict = isConflict(flow.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one preview of each revision.
  useEffect(() => void flow.preview(action), [product.revision]);
  const navigate = useNavigate();
  const submit = async (tells = false) => {
    const saved = await flow.save();
    if (!saved) return;
    reportSaved(t(`products.action.${action}.done`, names), undoChanges([saved.changes.changeId]));
    onClose();
    if (tells) void navigate(eventsActionAddress("inform"), { state: letterAboutFacts(saved.changes.guests) });
  };
  return (
    <PreviewDialog
      title={t(`products.action.${action}.title`, names)}
      lead={t(`products.action.${action}.lead`)}
      flow={conflict ? { ...flow, shown: null } : flow}
      errorAction={
        conflict && (
          <Button color="inherit" onClick={() => void refresh()} sx={{ flexShrink: 0 }}>
            {t("frame.page.failed.again")}
          </Button>
        )
      }
      button={t(`products.action.${action}.button`)}
      danger={action === "delete"}
      otherButtons={action === "restore" && <SaveAndTell flow={flow} onSave={() => void submit(true)} />}
      onSave={() => submit()}
      onClose={onClose}
    >
      {({ changes }) => <ProductChangeEffects changes={changes} />}
    </PreviewDialog>
  );
}

/** Copies a product under another id. The copy is not published. */
function DuplicateDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const api = useApi();
  const { run } = useProductAction("duplicate", product);
  const { name, externalId } = product.source;
  const duplicate = async (values: { name: string; externalId: string }) => {
    const made = await run(false, { name: values.name.trim(), externalId: values.externalId.trim() });
    const items = product.items.map((item) => ({ from: item.externalId, to: item.externalId }));
    const areCopied = await api("products.show", { id: made.id! })
      .then((copy) => copyResources(api, product, copy, items))
      .then(
        () => true,
        () => false,
      );
    return { ...made, areCopied };
  };
  return (
    <FormDialog
      title={t("products.action.duplicate.title", { name })}
      lead={t("products.action.duplicate.lead")}
      submit={t("products.action.duplicate.button")}
      defaults={{
        name: t("products.action.duplicate.copy", { name }).slice(0, 200),
        externalId: `${externalId}-2`,
      }}
      codes={{ "external-id-taken": { source: "externalId", text: t("productForm.form.takenId") } }}
      save={duplicate}
      notice={({ areCopied }, values) =>
        areCopied
          ? t("productForm.review.created", { name: values.name.trim() })
          : { text: t("productForm.item.resourcesNotCopied"), type: "warning" }
      }
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
    if (before.externalId === idFromName(before.name)) setValue("externalId", idFromName(name));
    return name;
  };
  return (
    <>
      <TextField autoFocus source="name" label={t("field.name")} parse={follow} required most={200} />
      <TextField
        source="externalId"
        label={t("field.externalId")}
        helperText={t("field.externalIdLead")}
        required
        most={128}
      />
    </>
  );
}

type ProductAction = "publish" | "unpublish" | "delete" | "restore" | "duplicate";

/** Runs an action on a product at the revision that was read, or previews it. */
function useProductAction(action: ProductAction, { id, revision }: Pick<Product, "id" | "revision">) {
  const api = useApi();
  const queries = useQueryClient();
  const run = (dryRun: boolean, values: object): Promise<ProductUpdate> => {
    const query = dryRun ? { dryRun, listed: 500 } : { listed: 0 };
    if (action === "delete") return api("products.delete", { id, query: { ...query, revision } });
    const body = action === "duplicate" ? values : { ...values, revision };
    return api(`products.${action}`, { id, query, body: body as never });
  };
  return { run, refresh: () => queries.invalidateQueries() };
}
