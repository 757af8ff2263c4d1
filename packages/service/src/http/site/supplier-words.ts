import type { Language, OrderStatus } from "@paseo/contract";
import type { SupplierQuestion } from "../../domain/orders/dispatch/supplier-answers.ts";

/** The texts of suppliers' pages, in every language: a missing one is a type error. */
interface Words {
  questions: Record<SupplierQuestion, { heading: string; lead: string; yes: string; no: string }>;
  confirmation: string;
  reason: string;
  hints: { confirmation: string; reason: string };
  unfit: (field: string, most: number) => string;
  unclear: string;
  thanks: string;
  late: string;
  statuses: Record<OrderStatus, { heading: string; text: string }>;
  notices: Record<"unknown" | "expired" | "later", { heading: string; text: string }>;
}

export const words: Record<Language, Words> = {
  es: {
    questions: {
      order: {
        heading: "¿Confirma esta reserva?",
        lead: "El cliente espera su respuesta.",
        yes: "Confirmar la reserva",
        no: "Rechazar la reserva",
      },
      cancellation: {
        heading: "¿Acepta cancelar esta reserva?",
        lead: "Usted la confirmó y ahora piden cancelarla. Si no lo acepta, la reserva sigue en pie.",
        yes: "Aceptar la cancelación",
        no: "No cancelar",
      },
    },
    confirmation: "Su número de confirmación",
    reason: "Motivo",
    hints: {
      confirmation: "Opcional. Figurará en el bono del cliente.",
      reason: "Opcional. Solo lo leeremos nosotros.",
    },
    unfit: (field, most) =>
      `«${field}» admite hasta ${most} caracteres, sin caracteres de control. Corríjalo y responda de nuevo.`,
    unclear: "No se ha entendido la respuesta. Elija una de las dos.",
    thanks: "Gracias. Su respuesta está registrada.",
    late: "Esta reserva ya no espera una respuesta: la suya no ha cambiado nada.",
    statuses: {
      waitsupplier: { heading: "Reserva pendiente", text: "Esta reserva espera la respuesta a otro enlace." },
      complete: { heading: "Reserva confirmada", text: "Esta reserva está confirmada y vigente." },
      rejected: { heading: "Reserva rechazada", text: "Esta reserva está rechazada. No tiene que atenderla." },
      waitcancel: {
        heading: "Cancelación pendiente",
        text: "Han solicitado cancelar esta reserva. Responda con el enlace del último correo.",
      },
      cancelled: { heading: "Reserva cancelada", text: "Esta reserva está cancelada. No tiene que atenderla." },
    },
    notices: {
      unknown: {
        heading: "Este enlace no es válido",
        text: "Compruebe que está completo, tal como llegó en el correo, o escriba a quien se lo envió.",
      },
      expired: {
        heading: "Este enlace ha caducado",
        text: "Ya no se puede responder con él. Escriba a quien se lo envió.",
      },
      later: {
        heading: "Ahora no se puede responder",
        text: "No se ha registrado nada. Inténtelo de nuevo dentro de unos minutos.",
      },
    },
  },
  pt: {
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
    },
    confirmation: "Seu número de confirmação",
    reason: "Motivo",
    hints: {
      confirmation: "Opcional. Aparecerá no voucher do cliente.",
      reason: "Opcional. Só nós o leremos.",
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
  },
};
