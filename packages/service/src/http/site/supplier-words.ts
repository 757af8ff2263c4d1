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
        heading: "¿Confirma este pedido?",
        lead: "El cliente espera su respuesta.",
        yes: "Confirmar el pedido",
        no: "Rechazar el pedido",
      },
      cancellation: {
        heading: "¿Acepta cancelar este pedido?",
        lead: "Usted lo confirmó, y ahora piden cancelarlo. Si no lo acepta, el pedido sigue en pie.",
        yes: "Aceptar la cancelación",
        no: "No cancelar",
      },
    },
    confirmation: "Su número de confirmación",
    reason: "Motivo",
    hints: {
      confirmation: "Opcional. Figurará en el comprobante del cliente.",
      reason: "Opcional. Solo lo leeremos nosotros.",
    },
    unfit: (field, most) =>
      `«${field}» admite hasta ${most} caracteres, sin caracteres de control. Corríjalo y responda de nuevo.`,
    unclear: "No se ha entendido la respuesta. Elija una de las dos.",
    thanks: "Gracias. Su respuesta está registrada.",
    late: "Este pedido ya no espera una respuesta: la suya no ha cambiado nada.",
    statuses: {
      waitsupplier: { heading: "Pedido pendiente", text: "Este pedido espera la respuesta a otro enlace." },
      complete: { heading: "Pedido confirmado", text: "Este pedido está confirmado y vigente." },
      rejected: { heading: "Pedido rechazado", text: "Este pedido está rechazado. No tiene que atenderlo." },
      waitcancel: {
        heading: "Cancelación pendiente",
        text: "Han pedido cancelar este pedido. Responda con el enlace del último correo.",
      },
      cancelled: { heading: "Pedido cancelado", text: "Este pedido está cancelado. No tiene que atenderlo." },
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
        heading: "Você confirma este pedido?",
        lead: "O cliente espera a sua resposta.",
        yes: "Confirmar o pedido",
        no: "Recusar o pedido",
      },
      cancellation: {
        heading: "Você aceita cancelar este pedido?",
        lead: "Você o confirmou, e agora pedem o cancelamento. Se não aceitar, o pedido continua válido.",
        yes: "Aceitar o cancelamento",
        no: "Não cancelar",
      },
    },
    confirmation: "Seu número de confirmação",
    reason: "Motivo",
    hints: {
      confirmation: "Opcional. Aparecerá no comprovante do cliente.",
      reason: "Opcional. Só nós o leremos.",
    },
    unfit: (field, most) =>
      `“${field}” aceita até ${most} caracteres, sem caracteres de controle. Corrija e responda de novo.`,
    unclear: "Não foi possível entender a resposta. Escolha uma das duas.",
    thanks: "Obrigado. A sua resposta está registrada.",
    late: "Este pedido não espera mais uma resposta: a sua não mudou nada.",
    statuses: {
      waitsupplier: { heading: "Pedido pendente", text: "Este pedido espera a resposta a outro link." },
      complete: { heading: "Pedido confirmado", text: "Este pedido está confirmado e válido." },
      rejected: { heading: "Pedido recusado", text: "Este pedido está recusado. Não é preciso atendê-lo." },
      waitcancel: {
        heading: "Cancelamento pendente",
        text: "Pediram o cancelamento deste pedido. Responda com o link do último e-mail.",
      },
      cancelled: { heading: "Pedido cancelado", text: "Este pedido está cancelado. Não é preciso atendê-lo." },
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
