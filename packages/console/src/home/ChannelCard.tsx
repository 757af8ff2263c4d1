import { Chip, Stack } from "@mui/material";
import { type ReactNode, useState } from "react";
import { useText } from "../i18n/index.ts";
import { ExpandButton } from "../ui/ExpandButton.tsx";
import { SectionCard } from "../ui/page/layout.tsx";

/** A sales channel. It is collapsed while it is off. `state`: whether it is on; undefined while that is being read. */
export function ChannelCard({
  title,
  state,
  children,
}: {
  title: string;
  state: boolean | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const [toggled, setToggled] = useState<boolean | null>(null);
  // A channel that the operator switches off stays open until the page is left.
  const [first, setFirst] = useState(state);
  if (first === undefined && state !== undefined) setFirst(state);
  const open = toggled ?? first ?? false;
  return (
    <SectionCard
      title={title}
      aside={
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          {state !== undefined && (
            <Chip color={state ? "success" : "default"} label={t(state ? "letters.on" : "letters.off")} />
          )}
          <ExpandButton
            open={open}
            label={t("productForm.item.open", { name: title })}
            onToggle={() => setToggled(!open)}
          />
        </Stack>
      }
    >
      {open && children}
    </SectionCard>
  );
}
