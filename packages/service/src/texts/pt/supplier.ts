import type { OrderSheetTexts, SupplierEmailTexts, SupplierPageTexts } from "../shape.ts";

/** Order details, in e-mails and pages for suppliers. */
export const orderSheetTexts: OrderSheetTexts = {
  reference: "Reserva",
  product: "Atividade",
  item: "Modalidade",
  when: { scheduled: "Data e horário", timeless: "Data", dateless: "Validade" },
  localTime: (zone) => `horário local (${zone})`,
  validUntil: (day) => `até ${day}`,
  venue: "Local",
  tickets: "Ingressos",
  passengers: "Passageiros",
  confirmation: "Seu número de confirmação",
};

/** E-mails to suppliers. */
export const supplierEmailTexts: SupplierEmailTexts = {
  request: {
    subject: "Nova reserva",
    heading: "Nova reserva",
    lead: (operator) =>
      `${operator} envia a você esta reserva. O cliente espera a sua resposta: diga se pode atendê-la ou não.`,
    button: "Confirmar ou recusar",
  },
  cancellation: {
    subject: "Cancelamento da reserva",
    heading: "Cancelamento de uma reserva",
    lead: (operator) =>
      `${operator} pede que você cancele esta reserva, que você confirmou. Diga se aceita o cancelamento.`,
    button: "Responder ao cancelamento",
  },
  change: {
    subject: "Alteração da reserva",
    heading: "Alteração de uma reserva",
    lead: (operator) =>
      `${operator} pede que você altere esta reserva, que você confirmou. Abaixo está como ela ficaria. Diga se aceita a alteração; se não, ela continua como estava.`,
    button: "Responder à alteração",
  },
  ended: {
    subject: "Reserva anulada",
    heading: "Reserva anulada",
    lead: () =>
      "Esta reserva terminou antes que você a confirmasse. Não é preciso responder; se já guardava as vagas, pode liberá-las.",
    button: "",
  },
  note: (until) =>
    `O link é só para você e vale para uma resposta, até ${until}. Quem o tiver pode responder em seu nome: não o encaminhe.`,
};

/** Pages on which suppliers answer. */
export const supplierPageTexts: SupplierPageTexts = {
  questions: {
    order: {
      heading: "Você confirma esta reserva?",
      lead: "O cliente espera a sua resposta.",
      yes: "Confirmar a reserva",
      no: "Recusar a reserva",
    },
    cancellation: {
      heading: "Você aceita cancelar esta reserva?",
      lead: "Você a confirmou e agora pedem o cancelamento. Se não aceitar, a reserva continua válida.",
      yes: "Aceitar o cancelamento",
      no: "Não cancelar",
    },
    change: {
      heading: "Você aceita alterar esta reserva?",
      lead: "Você a confirmou e agora pedem uma alteração. O e-mail diz como ela ficaria. Se não aceitar, a reserva continua como estava.",
      yes: "Aceitar a alteração",
      no: "Não alterar",
    },
  },
  confirmation: "Seu número de confirmação",
  reason: "Motivo",
  hints: {
    confirmation: "Opcional. Aparecerá no voucher do cliente.",
    reason: "Opcional. Só nós vamos ler.",
  },
  unfit: (field, most) =>
    `“${field}” aceita até ${most} caracteres, sem caracteres de controle. Corrija e responda de novo.`,
  unclear: "Não foi possível entender a resposta. Escolha uma das duas.",
  thanks: "Obrigado. A sua resposta está registrada.",
  late: "Esta reserva não espera mais uma resposta: a sua não mudou nada.",
  statuses: {
    waitsupplier: { heading: "Reserva pendente", text: "Esta reserva espera a resposta a outro link." },
    complete: { heading: "Reserva confirmada", text: "Esta reserva está confirmada e válida." },
    rejected: { heading: "Reserva recusada", text: "Esta reserva está recusada. Não é preciso atendê-la." },
    waitcancel: {
      heading: "Cancelamento pendente",
      text: "Pediram o cancelamento desta reserva. Responda com o link do último e-mail.",
    },
    cancelled: { heading: "Reserva cancelada", text: "Esta reserva está cancelada. Não é preciso atendê-la." },
  },
  notices: {
    unknown: {
      heading: "Este link não é válido",
      text: "Verifique se está completo, como chegou no e-mail, ou escreva a quem o enviou.",
    },
    expired: {
      heading: "Este link expirou",
      text: "Não é mais possível responder com ele. Escreva a quem o enviou.",
    },
    later: {
      heading: "Agora não é possível responder",
      text: "Nada foi registrado. Tente de novo em alguns minutos.",
    },
  },
};
