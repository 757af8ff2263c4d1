import type { attendance as enAttendance, sameGuest as enSameGuest } from "../../en/orders/attendance.ts";
import type { Texts } from "../../texts.ts";

export const attendance: Texts<typeof enAttendance> = {
  noShow: "Não compareceu",
  noShows: "%{smart_count} não compareceu |||| %{smart_count} não compareceram",
  title: "Não compareceram",
  rate: "%{share} não compareceram",
  countOf: "%{n} (%{share})",
  mark: "Marcar que não compareceu",
  markOf: "Marcar que não compareceu: %{name}",
  came: "Compareceu, sim",
  cameOf: "Compareceu, sim: %{name}",
  marked: "%{name} consta como não comparecimento.",
  unmarked: "%{name} não consta mais como não comparecimento.",
  close: "Encerrar a lista de participantes",
  closeLead:
    "%{smart_count} pessoa não entrou e conta como não comparecimento quando o evento terminar. Você pode reabrir a lista. |||| %{smart_count} pessoas não entraram e contam como não comparecimento quando o evento terminar. Você pode reabrir a lista.",
  closed: "A lista de participantes está encerrada.",
  closedBy: "Lista de participantes encerrada em %{at} por %{by}",
  reopen: "Reabrir a lista de participantes",
  reopenLead: "Ninguém conta como não comparecimento neste evento, exceto quem você mesmo marcou.",
  reopened: "A lista de participantes está aberta.",
};

export const sameGuest: Texts<typeof enSameGuest> = {
  title: "Reserva duplicada",
  lead: "%{other} é para o mesmo evento e tem o mesmo e-mail ou telefone.",
  cancelOne: "Cancelar uma",
  cancelOneOf: "Cancelar uma: %{name}",
};
