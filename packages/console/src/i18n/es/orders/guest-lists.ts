import type { guestLists as en } from "../../en/orders/guest-lists.ts";
import type { Texts } from "../../texts.ts";

export const guestLists: Texts<typeof en> = {
  more: "Otras listas",
  orders: "Una fila por reserva",
  persons: "Una fila por persona",
  create: "Nueva lista",
  createLead:
    "Para un puerto, un aeropuerto o un parque: una fila por persona, con las columnas y los formatos que le pidan.",
  edit: "Cambiar %{name}",
  name: "Nombre de la lista",
  file: "Archivo",
  separator: "Separador",
  separators: { comma: "Coma", semicolon: "Punto y coma", tab: "Tabulador" },
  dateFormat: "Fechas",
  isDefault: "Ofrecer esta lista primero",
  columns: "Columnas",
  column: "Columna %{n}",
  heading: "Título de la columna %{n}",
  add: "Añadir una columna",
  up: "Subir la columna %{n}",
  down: "Bajar la columna %{n}",
  remove: "Quitar la columna %{n}",
  saved: "Se ha guardado la lista %{name}.",
  deleteTitle: "¿Eliminar la lista %{name}?",
  deleted: "Se ha eliminado la lista %{name}.",
};
