import type { callbacks as en } from "../../en/orders/callbacks.ts";
import type { Texts } from "../../texts.ts";

export const callbacks: Texts<typeof en> = {
  title: "Avisos aos parceiros",
  lead: "O que é enviado aos parceiros sobre as reservas, e as respostas.",
  empty:
    "Ainda não há avisos. Eles aparecem quando muda uma reserva de um parceiro que informou um endereço para avisos.",
  one: "%{reference}, aviso %{n}",
  searchLead: "Referência, ou a do parceiro",
  anyState: "Qualquer situação",
  anyAnswer: "Qualquer resposta",
  noAnswer: "Sem resposta",
  from: "Gerados desde",
  to: "Gerados até",
  notSent: "Ainda não enviado",
  field: {
    created: "Gerado",
    order: "Reserva",
    says: "Situação da reserva",
    attempts: "Tentativas",
    newest: "Última resposta",
    settled: "Encerrado",
    next: "Próxima tentativa",
  },
  page: {
    what: "Aviso",
    attempts: "Tentativas e respostas",
    sent: "O que é enviado",
  },
  replay: {
    button: "Enviar de novo",
    title: "Enviar este aviso de novo?",
    lead: "Envia agora o mesmo identificador e conteúdo, seja qual for a situação. O parceiro pode recebê-lo duas vezes.",
    done: "Enviado de novo. %{outcome}.",
  },
  range: {
    button: "Reenviar um período",
    title: "Enviar de novo os avisos de um período",
    lead: "Do mais antigo ao mais novo, com os mesmos identificadores e conteúdos. Os parceiros podem recebê-los duas vezes. No máximo 200 de uma vez.",
    filtered: "Os demais filtros da lista são aplicados.",
    needsFrom: "Escolha o primeiro dia.",
    tooMany: "Há %{n} avisos. Escolha um período menor.",
    count: "%{smart_count} aviso será enviado de novo. |||| %{smart_count} avisos serão enviados de novo.",
    submit: "Enviar %{n} de novo",
    doneSkipped:
      "Recebidos: %{received} de %{sent}. Não enviados, porque o endereço do parceiro não responde: %{skipped}.",
  },
};
