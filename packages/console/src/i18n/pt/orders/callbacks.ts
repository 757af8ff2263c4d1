import type { callbacks as en } from "../../en/orders/callbacks.ts";
import type { Texts } from "../../texts.ts";

export const callbacks: Texts<typeof en> = {
  title: "Notificações",
  lead: "Notificações aos parceiros sobre as reservas, com as respostas.",
  empty: "Ainda não há notificações. Elas aparecem quando uma reserva com endereço de notificação muda.",
  one: "%{reference}, notificação %{n}",
  searchLead: "Referência, ou a do parceiro",
  anyState: "Qualquer situação",
  anyAnswer: "Qualquer resposta",
  noAnswer: "Sem resposta",
  from: "Geradas desde",
  to: "Geradas até",
  notSent: "Ainda não enviada",
  field: {
    created: "Gerada",
    order: "Reserva",
    says: "Situação da reserva",
    attempts: "Tentativas",
    newest: "Última resposta",
    settled: "Encerrada",
    next: "Próxima tentativa",
  },
  page: {
    what: "Notificação",
    attempts: "Tentativas e respostas",
    sent: "O que é enviado",
  },
  replay: {
    button: "Enviar de novo",
    title: "Enviar esta notificação de novo?",
    lead: "Envia agora o mesmo identificador e conteúdo, seja qual for a situação. O parceiro pode recebê-la duas vezes.",
    done: "Enviada de novo: %{outcome}",
  },
  range: {
    button: "Reenviar um período",
    title: "Enviar de novo as notificações de um período",
    lead: "Da mais antiga à mais nova, com os mesmos identificadores e conteúdos. Os parceiros podem recebê-las duas vezes. No máximo 200 de uma vez.",
    filtered: "Os demais filtros da lista são aplicados.",
    needsFrom: "Escolha o primeiro dia.",
    tooMany: "Há %{n} notificações. Escolha um período menor.",
    count: "%{smart_count} notificação será enviada de novo. |||| %{smart_count} notificações serão enviadas de novo.",
    submit: "Enviar %{n} de novo",
    doneSkipped:
      "Recebidas: %{received} de %{sent}. Não enviadas, porque o endereço do parceiro não responde: %{skipped}.",
  },
};
