import { Alert, Box, Stack } from "@mui/material";
import { useWatch } from "react-hook-form";
import { useText } from "../i18n/index.ts";
import { RadioField } from "../ui/form/choices.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { isHost, isPath, typedHost, typedPath } from "./site.ts";

/** Where a site is: below a path of this service, or at a domain of its own. */
export function AddressFields() {
  const t = useText();
  const where: "path" | "host" = useWatch({ name: "where" });
  const typed: string = useWatch({ name: where }) ?? "";
  const { origin } = window.location;
  const path = isPath(typedPath(typed)) ? typedPath(typed) : "/tours";
  const host = typedHost(typed);
  return (
    <>
      <RadioField
        source="where"
        label={t("site.create.where")}
        choices={choicesOf(["path", "host"] as const, (id) => t(`site.create.${id}`))}
        lead={(id) => (
          <SecondaryText>
            {id === "path" ? t("site.create.pathLead", { address: `${origin}${path}` }) : t("site.create.hostLead")}
          </SecondaryText>
        )}
      />
      {where === "path" ? (
        <TextField
          required
          verbatim
          source="path"
          label={t("site.create.pathLabel")}
          helperText={t("site.create.pathHelp")}
          validate={(text = "") => (isPath(typedPath(text)) ? undefined : t("site.create.pathWrong"))}
          most={100}
        />
      ) : (
        <>
          <TextField
            required
            verbatim
            source="host"
            label={t("site.create.hostLabel")}
            helperText={t("site.create.hostHelp")}
            validate={(text = "") => (isHost(typedHost(text)) ? undefined : t("site.create.hostWrong"))}
            most={255}
          />
          {isHost(host) && <DomainSteps host={host} url={`${location.protocol}//${host}`} />}
        </>
      )}
    </>
  );
}

/** What the person who manages a domain does, so that it shows the site. */
export function DomainSteps({ host, url }: { host: string; url: string }) {
  const t = useText();
  return (
    <Alert severity="info">
      <strong>{t("site.steps.title")}</strong>
      <Stack component="ol" sx={{ m: 0, mt: 0.5, pl: 2.5, gap: 0.5 }}>
        <li>{t("site.steps.dns", { host })}</li>
        <li>{t("site.steps.proxy", { host })}</li>
        <Box component="li" sx={{ overflowWrap: "anywhere" }}>
          {t("site.steps.check", { url })}
        </Box>
      </Stack>
    </Alert>
  );
}
