import type { deliveries as en } from "../../en/orders/deliveries.ts";
import type { Texts } from "../../texts.ts";

export const deliveries: Texts<typeof en> = {
  title: "Notificações",
  lead: "O que foi comunicado aos parceiros sobre os pedidos, e o que responderam.",
  empty: "Ainda não há notificações. Aparecem aqui quando muda um pedido que traz um endereço para elas.",
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
    order: "Pedido",
    says: "Comunica",
    state: "Situação",
    attempts: "Tentativas",
    newest: "Última resposta",
    answer: "Resposta",
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
    lead: "O mesmo id e corpo, agora, seja qual for o resultado. O parceiro pode recebê-la duas vezes.",
    done: "Enviada de novo: %{outcome}",
  },
  range: {
    button: "Enviar várias de novo",
    title: "Enviar de novo as notificações de um período",
    lead: "Primeiro as mais antigas, como eram: mesmos ids e corpos. Os parceiros podem recebê-las duas vezes. No máximo 200 por vez.",
    filtered: "Só as que os outros filtros da lista encontram.",
    needsFrom: "Escolha o dia desde o qual foram geradas.",
    tooMany: "São %{n}: escolha um período mais curto.",
    count: "%{smart_count} notificação será enviada de novo. |||| %{smart_count} notificações serão enviadas de novo.",
    nothing: "Não há notificações assim.",
    submit: "Enviar %{n} de novo",
    done: "%{received} de %{sent} foram recebidas.",
    doneSkipped:
      "%{received} de %{sent} foram recebidas; %{skipped} não foram enviadas, porque o endereço do parceiro não responde.",
  },
};
