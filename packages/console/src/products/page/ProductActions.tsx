import EditIcon from "@mui/icons-material/Edit";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Link } from "react-router";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/useRights.ts";
import { type Product, stateOf } from "../product.ts";
import { DuplicateDialog } from "./DuplicateDialog.tsx";
import { ProductActionDialog } from "./ProductActionDialog.tsx";

type MenuAction = "publish" | "unpublish" | "duplicate" | "delete";

/** The actions that the product's state and the operator's role allow. */
export function ProductActions({ product }: { product: Product }) {
  const t = useText();
  const rights = useRights();
  const [chosen, setChosen] = useState<MenuAction | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const state = stateOf(product.source);
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
        <Button
          variant="outlined"
          aria-label={t("frame.action.more")}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ minWidth: 40, px: 1 }}
        >
          <MoreVertIcon fontSize="small" />
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {others.map((action) => (
          <MenuItem
            key={action}
            onClick={() => {
              setAnchor(null);
              setChosen(action);
            }}
          >
            {t(`products.action.${action}.button`)}
          </MenuItem>
        ))}
      </Menu>
      {chosen === "duplicate" && <DuplicateDialog product={product} onClose={close} />}
      {chosen !== null && chosen !== "duplicate" && (
        <ProductActionDialog action={chosen} product={product} onClose={close} />
      )}
    </>
  );
}
