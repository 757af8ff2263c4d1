import type { timetable as en } from "../../en/orders/timetable.ts";
import type { Texts } from "../../texts.ts";

export const timetable: Texts<typeof en> = {
  title: "Plano do dia",
  lead: "Arraste um evento para outro guia ou barco, ou selecione-o para ver os clientes e passá-lo a outro.",
  weekLead: "Selecione um evento para ver os clientes e passá-lo a outro.",
  before: "Dia anterior",
  after: "Próximo dia",
  day: "Dia",
  columns: "Colunas",
  by: { guide: "Guias", vehicle: "Barcos e veículos", room: "Salas", equipment: "Equipamentos", product: "Produtos" },
  weekOf: "Semana de %{name}",
  outside: "%{smart_count} evento não está em nenhuma coluna |||| %{smart_count} eventos não estão em nenhuma coluna",
  now: "Agora: %{time}",
  lacks: "Falta: %{kinds}",
  unpaid: "%{smart_count} saldo em aberto |||| %{smart_count} saldos em aberto",
  finished: "encerrado",
  cannotServe: "não atende este evento",
  moreOrders: "mais %{smart_count} reserva |||| mais %{smart_count} reservas",
};
