import type { changes as en } from "../../en/catalogue/changes.ts";
import type { Texts } from "../../texts.ts";

export const changes: Texts<typeof en> = {
  title: "Cambios",
  none: "Sin cambios: todo tiene ya estos valores.",
  kind: {
    currencies: "Monedas",
    partners: "Socios",
    suppliers: "Proveedores",
    ticketTypes: "Tipos de entrada",
    products: "Productos",
    items: "Modalidades",
    events: "Eventos",
    pages: "Páginas",
  },
  counted: {
    currencies: {
      added: "%{smart_count} moneda nueva |||| %{smart_count} monedas nuevas",
      changed: "%{smart_count} moneda modificada |||| %{smart_count} monedas modificadas",
      removed: "%{smart_count} moneda retirada |||| %{smart_count} monedas retiradas",
    },
    partners: {
      added: "%{smart_count} socio nuevo |||| %{smart_count} socios nuevos",
      changed: "%{smart_count} socio modificado |||| %{smart_count} socios modificados",
      removed: "%{smart_count} socio retirado |||| %{smart_count} socios retirados",
    },
    suppliers: {
      added: "%{smart_count} proveedor nuevo |||| %{smart_count} proveedores nuevos",
      changed: "%{smart_count} proveedor modificado |||| %{smart_count} proveedores modificados",
      removed: "%{smart_count} proveedor retirado |||| %{smart_count} proveedores retirados",
    },
    ticketTypes: {
      added: "%{smart_count} tipo de entrada nuevo |||| %{smart_count} tipos de entrada nuevos",
      changed: "%{smart_count} tipo de entrada modificado |||| %{smart_count} tipos de entrada modificados",
      removed: "%{smart_count} tipo de entrada retirado |||| %{smart_count} tipos de entrada retirados",
    },
    products: {
      added: "%{smart_count} producto nuevo |||| %{smart_count} productos nuevos",
      changed: "%{smart_count} producto modificado |||| %{smart_count} productos modificados",
      removed: "%{smart_count} producto retirado |||| %{smart_count} productos retirados",
    },
    items: {
      added: "%{smart_count} modalidad nueva |||| %{smart_count} modalidades nuevas",
      changed: "%{smart_count} modalidad modificada |||| %{smart_count} modalidades modificadas",
      removed: "%{smart_count} modalidad retirada |||| %{smart_count} modalidades retiradas",
    },
    events: {
      added: "%{smart_count} evento nuevo |||| %{smart_count} eventos nuevos",
      changed: "%{smart_count} evento modificado |||| %{smart_count} eventos modificados",
      removed: "%{smart_count} evento retirado |||| %{smart_count} eventos retirados",
    },
    pages: {
      added: "%{smart_count} página nueva |||| %{smart_count} páginas nuevas",
      changed: "%{smart_count} página modificada |||| %{smart_count} páginas modificadas",
      removed: "%{smart_count} página retirada |||| %{smart_count} páginas retiradas",
    },
  },
  list: {
    title: "Cambios hechos",
    lead: "Cambios de productos y eventos, el último primero. Cada uno se puede deshacer mientras nadie haya cambiado después los mismos valores.",
    none: "Todavía nadie ha cambiado un producto ni un evento.",
  },
  report: "Cambio",
  undo: {
    button: "Deshacer este cambio",
    yes: "Deshacer",
    lead: "Los valores cambiados vuelven a ser los de antes. Los socios reciben una actualización normal. Los correos y avisos ya enviados no se pueden retirar.",
    kept: "%{smart_count} valor se cambió después y queda como está. |||| %{smart_count} valores se cambiaron después y quedan como están.",
    lost: "Ya no se guarda el estado anterior a este cambio: %{list}.",
    done: "El cambio se ha deshecho.",
  },
  before: "Antes",
  after: "Después",
  new: "Nuevo",
  removed: "Retirado",
  unseen: "no visible para los socios",
  more: "%{smart_count} más no figura en la lista. |||| %{smart_count} más no figuran en la lista.",
  nothing: "ninguno",
  yes: "sí",
  no: "no",
  guests:
    "Afecta a %{smart_count} reserva con %{seats} plazas: su cliente nota el cambio. |||| Afecta a %{smart_count} reservas con %{seats} plazas: sus clientes notan el cambio.",
  guestsFacts:
    "Lo que cambia para ellos: %{list}. Los bonos y correos nuevos lo dicen; quien ya tiene el suyo solo se entera por un correo.",
  guestsGone: "el evento deja de venderse",
  guestsMoreEvents: "Un correo llega a %{n} eventos a la vez: repítalo para los otros %{more}.",
  guestsNamed: "Reservas afectadas",
  guestsUnnamed: "Y %{smart_count} reserva más. |||| Y %{smart_count} reservas más.",
  tellGuests: "Escribir al cliente |||| Escribir a los clientes de %{smart_count} reservas",
  moves:
    "%{smart_count} evento con %{seats} plazas reservadas cambia de hora: %{times}. |||| %{smart_count} eventos con %{seats} plazas reservadas cambian de hora: %{times}.",
  movesLead:
    "Puede guardar y mover sus reservas a la nueva hora, con un correo a los clientes. Si solo guarda, las reservas siguen siendo válidas a la hora anterior.",
  movesMore: "Se mueven %{n} eventos a la vez. Mueva las reservas de los otros %{more} en la página de cada evento.",
  saveAndMove: "Guardar y mover las reservas",
  saveAndTell: "Guardar y escribir a los clientes",
  outdated: "%{languages}: sin cambiar, ¿desactualizado?",
  outdatedTexts:
    "Los textos en %{languages} quedan como estaban aunque cambia otro idioma. Están marcados más abajo: revíselos antes de guardar.",
  soldEvents:
    "%{smart_count} evento modificado tiene plazas vendidas (%{seats}). Las reservas mantienen su precio. |||| %{smart_count} eventos modificados tienen plazas vendidas (%{seats}). Las reservas mantienen su precio.",
  overbooked:
    "%{smart_count} evento tiene vendidas más plazas que su nuevo aforo. |||| %{smart_count} eventos tienen vendidas más plazas que su nuevo aforo.",
  removedSold:
    "%{smart_count} evento con plazas vendidas (%{seats}) deja de venderse. Sus reservas siguen siendo válidas. |||| %{smart_count} eventos con plazas vendidas (%{seats}) dejan de venderse. Sus reservas siguen siendo válidas.",
  copies:
    "%{smart_count} socio guarda una copia del catálogo. |||| %{smart_count} socios guardan una copia del catálogo.",
  copiesNone: "Ahora mismo ningún socio guarda una copia del catálogo.",
  copiesUntouched: "Los socios no reciben nada nuevo: no cambia ningún dato que puedan leer.",
  brings: "La próxima actualización de los socios trae: %{list}.",
  bring: {
    products: "%{smart_count} producto |||| %{smart_count} productos",
    events: "%{smart_count} evento |||| %{smart_count} eventos",
    pages: "%{smart_count} página |||| %{smart_count} páginas",
    currencies: "%{smart_count} moneda |||| %{smart_count} monedas",
    deletedProducts: "%{smart_count} eliminación |||| %{smart_count} eliminaciones",
  },
};
