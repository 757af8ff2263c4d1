import Button from "@mui/material/Button";
import { useText } from "../../i18n/index.ts";
import type { Preview } from "./usePreview.ts";

/** The submit button of a form that previews a change. */
export function PreviewButton({ phase }: Pick<Preview<unknown, unknown>, "phase">) {
  const t = useText();
  return (
    <Button
      type="submit"
      variant={phase === "ready" ? "outlined" : "contained"}
      loading={phase === "previewing"}
      sx={{ alignSelf: "flex-start" }}
    >
      {t("events.change.preview")}
    </Button>
  );
}
