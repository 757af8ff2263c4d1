import type { commands as enCommands, lists as enLists } from "../en/lists.ts";
import type { Texts } from "../texts.ts";

export const lists: Texts<typeof enLists> = {
  display: "Filas y columnas",
  density: { title: "Alto de las filas", compact: "Una línea", comfortable: "Dos líneas" },
  columns: "Columnas",
  panel: {
    open: "Mostrar junto a la lista: %{name}",
    page: "Abrir la página",
  },
  undo: "Deshacer",
  undone: "Deshecho.",
  inline: {
    seats: "Cambiar el aforo: %{name}",
    price: "Cambiar el precio de %{ticket}: %{name}",
    seatsDone: "Aforo: %{former} → %{value}.",
    priceDone: "%{ticket}: %{former} → %{value}.",
    stepsDone: "Sus precios por cantidad han cambiado con él.",
    seatsWrong: "Un número entero de 0 a 1.000.000, o nada para no poner límite.",
    tooFew: "Hay %{sold} plazas vendidas, más que el nuevo aforo de %{capacity}. ¿Es correcto?",
    tooFewTitle: "Menos plazas que las vendidas",
    noLimit: "Se quita el aforo, que es de %{capacity}: el evento se podrá vender sin límite. ¿Es correcto?",
    noLimitTitle: "¿Sin límite de plazas?",
    past: "Este evento ya no se puede cambiar.",
  },
};

export const commands: Texts<typeof enCommands> = {
  kind: { actions: "Acciones", pages: "Páginas" },
  sell: "vender, venta, vende, entrada, reservar",
  eventList: "Lista de eventos",
  lead: "Páginas, acciones, clientes, reservas, productos y eventos. Pruebe «cerrar flamenco esta noche».",
  words: {
    close: "cerrar, cierra, cierre",
    open: "abrir, abre, reabrir",
    inform: "avisar, avisa",
    move: "mover, mueve",
    cancel: "cancelar, cancela, anular",
    today: "hoy por la noche, esta noche, esta tarde, de hoy, hoy",
    tomorrow: "mañana",
    ignored: "el, la, los, las, de, del, en, a, para, venta, reservas, todas, clientes",
  },
};
