import type { guestLists as en } from "../../en/orders/guest-lists.ts";
import type { Texts } from "../../texts.ts";

export const guestLists: Texts<typeof en> = {
  more: "Outras listas",
  orders: "Uma linha por reserva",
  persons: "Uma linha por pessoa",
  create: "Nova lista",
  createLead:
    "Para um porto, um aeroporto ou um parque: uma linha por pessoa, com as colunas e os formatos que pedirem.",
  edit: "Alterar %{name}",
  name: "Nome da lista",
  file: "Arquivo",
  separator: "Separador",
  separators: { comma: "Vírgula", semicolon: "Ponto e vírgula", tab: "Tabulação" },
  dateFormat: "Datas",
  isDefault: "Oferecer esta lista primeiro",
  columns: "Colunas",
  column: "Coluna %{n}",
  heading: "Título da coluna %{n}",
  add: "Adicionar uma coluna",
  up: "Subir a coluna %{n}",
  down: "Descer a coluna %{n}",
  remove: "Remover a coluna %{n}",
  saved: "A lista %{name} foi salva.",
  deleteTitle: "Excluir a lista %{name}?",
  deleted: "A lista %{name} foi excluída.",
};
