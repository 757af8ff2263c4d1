import { FormHelperText, ToggleButton, ToggleButtonGroup } from "@mui/material";
import { useText } from "../i18n/index.ts";
import { type FieldProblem, fieldErrorProps } from "../ui/form/FieldSummary.tsx";

/** Buttons for how an amount is paid. No method is chosen until the operator chooses one. */
export function MethodChoice<Method extends string>({
  id,
  methods,
  value,
  nameOf,
  onChange,
  problems,
}: {
  id: string;
  methods: readonly Method[];
  value: Method | "";
  nameOf: (method: Method) => string;
  onChange: (method: Method) => void;
  problems: readonly FieldProblem[];
}) {
  const t = useText();
  const { error, helperText } = fieldErrorProps(problems, id) as { error: boolean; helperText?: string };
  return (
    <div>
      <ToggleButtonGroup
        exclusive
        id={id}
        tabIndex={-1}
        aria-label={t("sale.payment")}
        value={value}
        onChange={(_, method: Method | null) => method && onChange(method)}
        sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(6.5rem, 1fr))", gap: 0.75 }}
      >
        {methods.map((method) => (
          <ToggleButton
            key={method}
            value={method}
            sx={{
              minHeight: 44,
              px: 0.5,
              fontWeight: 600,
              border: "1px solid !important",
              borderRadius: "8px !important",
            }}
          >
            {nameOf(method)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && <FormHelperText error>{helperText}</FormHelperText>}
    </div>
  );
}
