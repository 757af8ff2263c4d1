import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import PublicIcon from "@mui/icons-material/Public";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import { useText } from "../i18n/index.ts";
import { SoftChip } from "../ui/text.tsx";
import type { ProductState } from "./product.ts";

const looks = {
  published: { tone: "success", icon: <PublicIcon /> },
  draft: { tone: "default", icon: <VisibilityOffIcon /> },
  deleted: { tone: "error", icon: <DeleteOutlineIcon /> },
} as const;

/** The publication state of a product. */
export function ProductStateChip({ state }: { state: ProductState }) {
  const t = useText();
  return <SoftChip {...looks[state]} label={t(`products.state.${state}`)} />;
}
