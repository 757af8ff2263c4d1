import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../../i18n/index.ts";

/** A wrong field. Without `focus`, `id` is the id of its input. */
export interface FieldProblem {
  id: string;
  label: string;
  detail: ReactNode;
  focus?: () => void;
}

/** The wrong fields of a form, each with a link to its input. Takes the focus for screen readers. */
export function FieldSummary({ problems }: { problems: readonly FieldProblem[] }) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const any = problems.length > 0;
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any]);
  if (!any) return null;
  return (
    <Alert severity="error" ref={box} tabIndex={-1} sx={{ alignItems: "flex-start" }}>
      <strong>{t("frame.fields.wrong", { smart_count: problems.length })}</strong>
      <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
        {problems.map(({ id, label, detail, focus }) => (
          <li key={id}>
            <Link
              component="button"
              type="button"
              color="inherit"
              underline="always"
              sx={{ textAlign: "left", overflowWrap: "anywhere" }}
              onClick={focus ?? (() => document.getElementById(id)?.focus())}
            >
              {label}
            </Link>
            : {detail}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
