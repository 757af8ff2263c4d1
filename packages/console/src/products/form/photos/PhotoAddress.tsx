import { Button, Stack, TextField } from "@mui/material";
import { useState } from "react";
import { useText } from "../../../i18n/index.ts";

/** Adds the photo at an address that the operator pastes. */
export function PhotoAddress({
  disabled,
  onAddress,
}: {
  disabled: boolean;
  /** Resolves with whether the photo was added. */
  onAddress: (address: string) => Promise<boolean>;
}) {
  const t = useText();
  const [address, setAddress] = useState("");
  const given = address.trim();
  const add = async () => {
    if (given && !disabled && (await onAddress(given))) setAddress("");
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, mt: 1.5, alignItems: "start" }}>
      <TextField
        fullWidth
        size="small"
        type="url"
        label={t("products.photos.address")}
        value={address}
        placeholder="https://"
        slotProps={{ inputLabel: { shrink: true } }}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void add();
        }}
      />
      <Button disabled={disabled || !given} onClick={add} sx={{ flex: "none", mt: 0.25 }}>
        {t("products.photos.addAddress")}
      </Button>
    </Stack>
  );
}
