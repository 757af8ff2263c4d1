import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import { useEffect, useRef } from "react";
import { useText } from "../../i18n/index.ts";

/** A field that does not do: `id` of its input. */
export interface FieldProblem {
  id: string;
  label: string;
  detail: string;
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
        {problems.map(({ id, label, detail }) => (
          <li key={`${id} ${detail}`}>
            <Link
              component="button"
              type="button"
              color="inherit"
              underline="always"
              sx={{ textAlign: "left", overflowWrap: "anywhere" }}
              onClick={() => document.getElementById(id)?.focus()}
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
