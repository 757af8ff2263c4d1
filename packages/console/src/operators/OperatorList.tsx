import PersonAddIcon from "@mui/icons-material/PersonAdd";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useMe } from "../session/hooks.ts";
import { DialogButton, RecordActions } from "../ui/dialog/dialogs.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { Secondary } from "../ui/text.tsx";
import { ChangeOperator, InviteAgain, InviteOperator, type Operator, OperatorSessions } from "./dialogs.tsx";

/** The list of operators. */
export function OperatorList() {
  const t = useText();
  const { day } = useFormat();
  const { me } = useMe();
  return (
    <ListPage
      resource="operators"
      title={t("operators.title")}
      lead={t("operators.lead")}
      actions={
        <DialogButton
          variant="contained"
          startIcon={<PersonAddIcon />}
          label={t("operators.invite.button")}
          dialog={(close) => <InviteOperator onClose={close} />}
        />
      }
    >
      <RecordList<Operator>
        columns={[
          {
            label: t("operators.field.name"),
            wrap: true,
            value: ({ id, name, email }) => (
              <>
                <Typography sx={{ fontWeight: 600 }}>
                  {name}
                  {id === me?.id && ` (${t("operators.you")})`}
                </Typography>
                <Secondary>{email}</Secondary>
              </>
            ),
          },
          { label: t("operators.field.role"), card: "bare", value: ({ role }) => t(`operators.role.${role}`) },
          {
            label: t("operators.field.state"),
            card: "bare",
            value: (operator) => <State operator={operator} />,
          },
          {
            label: t("operators.field.factor"),
            value: ({ secondFactor }) => t(secondFactor ? "operators.factor.on" : "operators.factor.off"),
          },
          { label: t("operators.field.since"), value: ({ createdAt }) => day(createdAt) },
          {
            label: t("orders.field.actions"),
            figure: true,
            wrap: true,
            card: "bare",
            value: (operator) => <Actions operator={operator} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Actions({ operator }: { operator: Operator }) {
  const t = useText();
  return (
    <RecordActions>
      <ChangeOperator operator={operator} />
      <DialogButton
        size="small"
        of={operator.email}
        label={t("operators.again.button")}
        dialog={(close) => <InviteAgain operator={operator} onClose={close} />}
      />
      <DialogButton
        size="small"
        of={operator.email}
        label={t("operators.sessions.button")}
        dialog={(close) => <OperatorSessions operator={operator} onClose={close} />}
      />
    </RecordActions>
  );
}

function State({ operator }: { operator: Operator }) {
  const t = useText();
  const state = !operator.active ? "off" : operator.joined ? "active" : "invited";
  const color = { off: "default", active: "success", invited: "warning" } as const;
  return <Chip color={color[state]} label={t(`operators.state.${state}`)} />;
}
