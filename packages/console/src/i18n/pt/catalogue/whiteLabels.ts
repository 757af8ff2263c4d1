import type { whiteLabels as en } from "../../en/catalogue/whiteLabels.ts";
import type { Texts } from "../../texts.ts";

export const whiteLabels: Texts<typeof en> = {
  title: "Marcas brancas",
  lead: "Sites dos parceiros. Uma página aparece em todos os sites ou nos selecionados.",
  search: "Código ou nome",
  pagesOf: "Páginas de %{code}: %{n}",
  codeLead: "Os parceiros pedem as páginas com este código. Não pode ser alterado depois.",
  taken: "Já existe uma marca branca com este código.",
  fault: { code: "Informe um código sem espaços." },
  create: {
    button: "Nova marca branca",
    lead: "Os parceiros a veem logo em sua lista.",
    done: "%{code} foi criada.",
  },
  rename: {
    button: "Renomear",
    title: "Renomear %{code}",
    done: "%{code} foi renomeada.",
    present: "Outro operador a renomeou para %{name}. O seu nome continua no formulário.",
  },
  delete: {
    title: "Excluir %{code}?",
    lead: "%{partner} perde o site %{name}. Uma marca branca usada por páginas não pode ser excluída.",
    done: "%{code} foi excluída.",
  },
};
