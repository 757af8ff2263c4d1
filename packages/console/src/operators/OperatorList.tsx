import PersonAddIcon from "@mui/icons-material/PersonAdd";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useListContext } from "react-admin";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import { useMe } from "../session/useMe.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { ChangeOperator } from "./ChangeOperator.tsx";
import { InviteAgain, InviteOperator } from "./Invite.tsx";
import { OperatorSessions } from "./OperatorSessions.tsx";
import type { Operator } from "./operator.ts";

/** The list of operators. */
export function OperatorList() {
  const t = useText();
  const [inviting, setInviting] = useState(false);
  return (
    <ListPage
      resource="operators"
      title={t("operators.title")}
      lead={t("operators.lead")}
      actions={
        <Button variant="contained" startIcon={<PersonAddIcon />} onClick={() => setInviting(true)}>
          {t("operators.invite.button")}
        </Button>
      }
    >
      <Operators />
      {inviting && <InviteOperator onClose={() => setInviting(false)} />}
    </ListPage>
  );
}

function Operators() {
  const t = useText();
  const { day } = useFormat();
  const { data = [] } = useListContext<Operator>();
  const { me } = useMe();
  const [chosen, setChosen] = useState<{ operator: Operator; to: "change" | "invite-again" | "sessions" } | null>(null);
  const close = () => setChosen(null);
  const beyondPhones = { display: { xs: "none", sm: "table-cell" } };
  const secondary = { display: { xs: "none", md: "table-cell" } };
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>{t("operators.field.name")}</TableCell>
            <TableCell sx={beyondPhones}>{t("operators.field.role")}</TableCell>
            <TableCell sx={secondary}>{t("operators.field.state")}</TableCell>
            <TableCell sx={secondary}>{t("operators.field.factor")}</TableCell>
            <TableCell sx={{ display: { xs: "none", lg: "table-cell" } }}>{t("operators.field.since")}</TableCell>
            <TableCell align="right">{t("orders.field.actions")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((operator) => (
            <TableRow key={operator.id} hover>
              <TableCell sx={{ overflowWrap: "anywhere" }}>
                <Typography component="span" sx={{ fontWeight: 600 }}>
                  {operator.name}
                  {operator.id === me?.id && ` (${t("operators.you")})`}
                </Typography>
                <Typography variant="body2" sx={{ color: "text.secondary" }}>
                  {operator.email}
                </Typography>
                <Stack
                  direction="row"
                  sx={{ display: { md: "none" }, mt: 0.5, gap: 1, alignItems: "center", flexWrap: "wrap" }}
                >
                  <State operator={operator} />
                  <Typography variant="body2" component="span" sx={{ display: { sm: "none" } }}>
                    {t(`operators.role.${operator.role}`)}
                  </Typography>
                </Stack>
              </TableCell>
              <TableCell sx={beyondPhones}>{t(`operators.role.${operator.role}`)}</TableCell>
              <TableCell sx={secondary}>
                <State operator={operator} />
              </TableCell>
              <TableCell sx={secondary}>
                {t(operator.secondFactor ? "operators.factor.on" : "operators.factor.off")}
              </TableCell>
              <TableCell sx={{ display: { xs: "none", lg: "table-cell" }, whiteSpace: "nowrap" }}>
                {day(operator.createdAt)}
              </TableCell>
              <TableCell align="right">
                <Stack
                  direction={{ xs: "column", sm: "row" }}
                  sx={{ gap: 0.5, justifyContent: "flex-end", alignItems: "flex-end" }}
                >
                  <Button
                    size="small"
                    aria-label={`${t("operators.change.button")}: ${operator.email}`}
                    onClick={() => setChosen({ operator, to: "change" })}
                  >
                    {t("operators.change.button")}
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${t("operators.again.button")}: ${operator.email}`}
                    onClick={() => setChosen({ operator, to: "invite-again" })}
                  >
                    {t("operators.again.button")}
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${t("operators.sessions.button")}: ${operator.email}`}
                    onClick={() => setChosen({ operator, to: "sessions" })}
                  >
                    {t("operators.sessions.button")}
                  </Button>
                </Stack>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {chosen?.to === "change" && <ChangeOperator operator={chosen.operator} onClose={close} />}
      {chosen?.to === "sessions" && <OperatorSessions operator={chosen.operator} onClose={close} />}
      {chosen?.to === "invite-again" && <InviteAgain operator={chosen.operator} onClose={close} />}
    </Box>
  );
}

function State({ operator }: { operator: Operator }) {
  const t = useText();
  const state = !operator.active ? "off" : operator.joined ? "active" : "invited";
  const color = { off: "default", active: "success", invited: "warning" } as const;
  return <Chip size="small" variant="outlined" color={color[state]} label={t(`operators.state.${state}`)} />;
}
