import type { mail as en } from "../en/mail.ts";
import type { Texts } from "../texts.ts";

export const mail: Texts<typeof en> = {
  title: "Servidor de correo",
  lead: "Para enviar bonos a los clientes y reservas a los proveedores. Los cambios se aplican al momento.",
  environment: "El servidor de correo está definido en el entorno del servicio (SMTP_URL y MAIL_FROM). Cámbielo allí.",
  unset: "No hay servidor de correo: no se envía ningún correo.",
  saved: "El servidor de correo se ha guardado.",
  field: {
    host: "Servidor",
    hostLead: "Por ejemplo, smtp.example.com",
    port: "Puerto",
    portLead: "Normalmente 587 o 465",
    portWrong: "Un número de 1 a 65535.",
    security: "Cifrado",
    user: "Usuario",
    userLead: "Vacío: sin autenticación.",
    passwordLead: "Vacía: la guardada.",
    from: "Dirección del remitente",
    fromLead: "Los clientes y proveedores la ven y responden a ella.",
  },
  security: {
    auto: "Si el servidor lo ofrece",
    starttls: "STARTTLS, siempre",
    tls: "TLS desde el inicio (puerto 465)",
  },
  test: {
    button: "Enviar un correo de prueba",
    sent: "El servidor de correo ha aceptado el correo para %{to}. Compruebe que llega.",
  },
  fault: {
    none: "No hay servidor de correo.",
    settings: "No se ha podido leer la configuración del servidor de correo.",
    "sign-in": "El servidor de correo ha rechazado el usuario o la contraseña.",
    refused: "El servidor de correo ha rechazado el mensaje.",
    "refused-now": "El servidor de correo ha rechazado el mensaje por ahora. Inténtelo más tarde.",
    unconfirmed: "El servidor de correo ha recibido el mensaje, pero no lo ha confirmado. Puede que llegue.",
    slow: "El servidor de correo no ha respondido a tiempo. Revise el servidor y el puerto.",
    encryption:
      "Sin conexión cifrada: el servidor no la ofrece o su certificado no es válido. Revise el puerto y el cifrado.",
    "unknown-host": "No existe ningún servidor con ese nombre.",
    unreachable: "No se puede conectar con el servidor de correo. Revise el servidor y el puerto.",
  },
  delete: {
    button: "Eliminar el servidor de correo",
    title: "¿Eliminar el servidor de correo?",
    lead: "No se enviará ningún correo más, y las reservas de proveedores por correo esperarán a su central de reservas.",
    done: "El servidor de correo se ha eliminado.",
  },
};
