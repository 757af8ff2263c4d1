import PersonAddIcon from "@mui/icons-material/PersonAdd";
import { Stack, Typography } from "@mui/material";
import { InviteOperator, InviteOperatorAgain, type Operator, OperatorState } from "../account/OperatorList.tsx";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DialogButton, RecordActions } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { Partner } from "./facts.tsx";

/** The people of a partner who sign in themselves, with the last sign-in of each. */
export function PeopleCard({ partner: { id, name } }: { partner: Partner }) {
  const t = useText();
  const query = useAnswer("operators.list", { query: { partner: id, perPage: 500 } });
  return (
    <SectionCard
      title={t("ownPartner.people.title")}
      aside={
        <DialogButton
          size="small"
          variant="outlined"
          startIcon={<PersonAddIcon />}
          label={t("ownPartner.people.invite")}
          dialog={(close) => <InviteOperator partner={{ id, name }} onClose={close} />}
        />
      }
    >
      <SecondaryText>{t("ownPartner.people.lead")}</SecondaryText>
      <QueryResult query={query} lines={2}>
        {({ data }) => (
          <>
            {data.length === 0 && (
              <Typography sx={{ color: "text.secondary", py: 1 }}>{t("ownPartner.people.none")}</Typography>
            )}
            <PlainList>
              {data.map((person) => (
                <Person key={person.id} person={person} />
              ))}
            </PlainList>
          </>
        )}
      </QueryResult>
    </SectionCard>
  );
}

function Person({ person }: { person: Operator }) {
  const t = useText();
  const format = useFormat();
  const { name, email, active, signedInAt } = person;
  return (
    <LinedItem
      wraps
      actions={
        <RecordActions>
          {active && (
            <DialogButton
              size="small"
              of={email}
              label={t("operators.again.button")}
              dialog={(close) => <InviteOperatorAgain operator={person} onClose={close} />}
            />
          )}
          <Revoke person={person} />
        </RecordActions>
      }
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <b>{name}</b>
        <OperatorState operator={person} />
      </Stack>
      <SecondaryText sx={{ overflowWrap: "anywhere" }}>
        {email} ·{" "}
        {signedInAt ? t("ownPartner.people.last", { at: format.instant(signedInAt) }) : t("ownPartner.people.never")}
      </SecondaryText>
    </LinedItem>
  );
}

/** Ends the person's access, or allows it again. */
function Revoke({ person: { id, name, role, email, active, revision } }: { person: Operator }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      danger={active}
      button={{ size: "small", ...(active && { color: "error" }) }}
      of={email}
      label={t(active ? "ownPartner.people.revoke" : "ownPartner.people.allow")}
      title={t(active ? "ownPartner.people.revokeTitle" : "ownPartner.people.allowTitle", { email })}
      lead={active ? t("ownPartner.people.revokeLead") : undefined}
      save={() => api("operators.update", { id, body: { name, role, active: !active, revision } })}
      notice={t(active ? "ownPartner.people.revoked" : "ownPartner.people.allowed", { email })}
    />
  );
}
