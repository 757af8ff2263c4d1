import type { audit as enAudit, operators as enOperators } from "../en/operators.ts";
import type { Texts } from "../texts.ts";

export const operators: Texts<typeof enOperators> = {
  title: "Operadores",
  lead: "Personas que pueden entrar y sus roles.",
  role: {
    owner: "Propietario",
    catalogue: "Catálogo",
    orders: "Reservas",
    "read-only": "Solo lectura",
    door: "Puerta",
    guide: "Guía",
  },
  roleLead: {
    owner: "Acceso completo, incluidos los operadores y el registro de auditoría.",
    catalogue: "Productos, eventos, precios, tipos de cambio, páginas, sitios de socios, importar y exportar.",
    orders: "Reservas, bonos, avisos a los socios y control de acceso.",
    "read-only": "Consulta listas y reservas. No puede cambiar nada.",
    door: "Da acceso en la puerta. No ve correos, reservas ni otras páginas.",
    guide:
      "Consulta en el móvil sus propios eventos y clientes, y marca quién ha llegado. No ve precios ni otras páginas.",
  },
  state: { active: "Activo", invited: "Invitado", off: "No puede entrar" },
  you: "usted",
  invite: {
    button: "Invitar",
    title: "Invitar a un operador",
    lead: "Obtendrá un enlace de un solo uso que debe enviar usted: el servicio no lo envía por correo.",
    submit: "Crear enlace",
    made: "Enlace para %{email}",
    madeLead:
      "El enlace sirve una sola vez durante siete días y no se vuelve a mostrar. Quien lo tenga puede entrar como este operador.",
    link: "Enlace de un solo uso",
    copy: "Copiar el enlace",
    done: "Listo",
    guideLead: "El recurso cuyos eventos consulta esta persona.",
  },
  again: {
    button: "Nuevo enlace",
    title: "¿Crear un enlace nuevo para %{email}?",
    lead: "Para una contraseña o un segundo factor perdidos. El enlace anterior deja de funcionar enseguida. La contraseña, el segundo factor y las sesiones actuales terminan al usar el nuevo.",
  },
  change: {
    button: "Cambiar",
    title: "Cambiar %{email}",
    active: "Puede entrar",
    activeLead: "Al desactivarlo, las sesiones del operador se cierran enseguida.",
    saved: "Se ha cambiado %{email}.",
  },
  sessions: {
    button: "Sesiones",
    title: "Sesiones de %{email}",
    ended: "Se han cerrado todas las sesiones.",
    unlock: "Desbloquear el acceso",
    unlockLead: "Tras demasiados intentos fallidos, el acceso se bloquea durante 15 minutos. Puede desbloquearlo.",
    unlocked: "El operador ya puede volver a entrar.",
  },
};

export const audit: Texts<typeof enAudit> = {
  title: "Registro de auditoría",
  lead: "Cada cambio con sus valores anteriores y posteriores. Las entradas no se pueden modificar.",
  at: "Cuándo",
  operator: "Operador",
  anyOperator: "Todos los operadores",
  operation: "Acción",
  anyOperation: "Todas las acciones",
  subject: "Elemento",
  subjectLead: "Parte de una referencia, un nombre o una dirección",
  subjects: {
    documents: "Documentos para la gestoría",
    pageRules: "Reglas de páginas",
    catalogue: "Archivo del catálogo",
    secrets: "Todas las claves secretas",
    unknownVoucher: "Bono desconocido",
    record: "Elemento %{id}…",
    before: "Antes de %{year}",
  },
  outcome: "Resultado",
  outcomes: { done: "Hecho", refused: "Rechazado", forbidden: "No permitido" },
  nobody: "nadie",
  show: "Ver los valores modificados",
  nothing: "Esta entrada no tiene valores.",
};
