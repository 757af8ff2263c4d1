import type { sale as en } from "../../en/orders/sale.ts";
import type { Texts } from "../../texts.ts";

/** Vendas do próprio balcão: a página em que um operador vende, e o pagamento de uma reserva. */
export const sale: Texts<typeof en> = {
  button: "Nova reserva",
  lead: "Uma venda por telefone ou no balcão. As vagas são ocupadas no momento da venda.",
  walkIn: "Venda na porta",
  fewer: "Menos: %{ticket}",
  more: "Mais: %{ticket}",
  nextDays: "Próximos dias:",
  noNextDays: "Nenhum evento deste produto pode ser vendido depois deste dia.",
  none: "Este evento não tem ingressos.",
  group:
    "Uma reserva tem no máximo %{n} × %{ticket}. Para uma escola ou outro grupo, bloqueie primeiro as vagas e depois venda-as ao grupo: assim não há máximo.",
  toBlock: "Bloquear vagas na página do evento",
  guest: "Cliente",
  addGuest: "Adicionar os dados do cliente",
  contactLead: "Se você não precisa do e-mail nem do telefone, deixe em branco.",
  lang: "Idioma do voucher",
  payment: "Pagamento",
  method: { cash: "Dinheiro", card: "Cartão", transfer: "Transferência", account: "A faturar", free: "Cortesia" },
  chooseMethod: "Escolha a forma de pagamento.",
  note: "Nota para a sua equipe",
  otherPrice: "Outro preço",
  priceOf: "Preço de %{ticket}, em %{currency}",
  reason: "Motivo do preço",
  reasonMissing: "Informe por que o preço é outro.",
  sell: "Vender",
  sellFor: "Vender: %{amount}",
  impossible: "Esta venda não é possível",
  sold: "%{reference} foi vendida.",
  waits: "%{reference} aguarda o fornecedor. O voucher é criado quando o fornecedor confirma.",
  admitNow: "Liberar a entrada agora",
  next: "Próxima venda",
  takenBy: "%{at}, %{by}",
  insteadOf: "%{reason}. O total do catálogo era %{amount}.",
  catalogueTotal: "O total do catálogo era %{amount}.",
};
