import type { refunds as en } from "../../en/orders/refunds.ts";
import type { Texts } from "../../texts.ts";

/** Reembolsos: o que há para devolver e o que foi registrado. */
export const refunds: Texts<typeof en> = {
  dueNow:
    "Reembolsos pendentes: %{smart_count} reembolso, %{amount}. |||| Reembolsos pendentes: %{smart_count} reembolsos, %{amount}.",
  title: "Reembolsos",
  onlineTitle: "Pagamentos online",
  lead: "O que há para devolver, primeiro o que está pendente há mais tempo. O provedor devolve o que foi pago online; o restante você devolve e registra aqui ou na reserva.",
  empty: "Ainda não há reembolsos",
  searchLead: "Cliente, e-mail, telefone, referência",
  ofAction: "Só os reembolsos de uma ação",
  state: { due: "Pendentes", paid: "Registrados" },
  reason: { cancelled: "Cancelamento", rejected: "Reserva recusada", changed: "Alteração", other: "Outro" },
  method: {
    account: "Conta do parceiro",
    transfer: "Transferência bancária",
    online: "Online",
    card: "Cartão",
    cash: "Dinheiro",
    other: "Outra",
  },
  field: {
    due: "A devolver",
    since: "Pendente desde",
    paid: "Devolvido",
    dueFrom: "Pendente a partir de",
    dueTo: "Pendente até",
    method: "Forma de devolução",
  },
  selected: {
    count: "%{smart_count} reembolso, %{amount} |||| %{smart_count} reembolsos, %{amount}",
    record: "Registrar",
    title:
      "Registrar %{smart_count} reembolso de %{amount} |||| Registrar %{smart_count} reembolsos, no total %{amount}",
    done: "Os reembolsos foram registrados.",
    asPaid: "Como a reserva foi paga",
    all: "Selecionar todos os reembolsos da página",
  },
  dueOf: "Reembolso pendente: %{amount}",
  since: "pendente desde %{at}",
  pending: "Ficará pendente quando o fornecedor confirmar o cancelamento",
  toPartner: "Ele entra na conta do parceiro: o parceiro devolve o dinheiro ao cliente e passa a dever menos a você.",
  afterwards: "Reembolso que ficará pendente: %{amount}",
  chosen: "Reembolso (%{currency})",
  chosenLead: "Segundo as condições: %{terms}. No máximo: %{most}. Outro valor precisa de um motivo.",
  chosenWrong: "Informe um valor de 0 a %{most}.",
  whyMissing: "Informe o motivo deste valor.",
  nothing: "Nada será reembolsado, conforme as condições da compra.",
  nothingChosen: "Nada será reembolsado.",
  record: "Registrar o reembolso",
  recordFirst: "Registrar um reembolso",
  recordOther: "Registrar outro reembolso",
  recordTitle: "Registrar um reembolso de %{reference}",
  amountTooHigh: "No máximo o que resta do preço da reserva, %{amount}",
  recordLead: "O provedor devolve o que foi pago online. O restante você devolve e registra aqui.",
  ownLead: "Este valor é devolvido por você. Registre aqui quanto devolveu e como.",
  onlineLead:
    "O provedor devolve este valor ao cartão ou à conta usada no pagamento. O reembolso fica pendente até ser aceito.",
  done: "O reembolso foi registrado.",
};
