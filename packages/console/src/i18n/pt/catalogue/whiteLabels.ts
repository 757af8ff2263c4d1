import type { whiteLabels as en } from "../../en/catalogue/whiteLabels.ts";
import type { Texts } from "../../texts.ts";

export const whiteLabels: Texts<typeof en> = {
  title: "Marcas brancas",
  lead: "Sites dos parceiros. Uma página pode estar em todos os sites ou em alguns.",
  search: "Código ou nome",
  field: { code: "Código", name: "Nome", pages: "Páginas" },
  pagesOf: "Páginas de %{code}: %{n}",
  codeLead: "Os parceiros pedem páginas por ele. Depois não pode ser alterado.",
  taken: "Já existe uma marca branca com este código.",
  fault: { code: "É preciso um código, sem espaços." },
  create: {
    button: "Nova marca branca",
    title: "Uma nova marca branca",
    lead: "Os parceiros a veem logo em sua lista.",
    done: "%{code} já existe.",
  },
  rename: {
    button: "Renomear",
    title: "Renomear %{code}",
    done: "%{code} foi renomeada.",
    present: "Outra pessoa a chamou de %{name}. O que você digitou continua aqui.",
  },
  delete: {
    button: "Excluir",
    title: "Excluir %{code}?",
    lead: "%{partner} perde o site %{name}. Enquanto houver páginas que o citem, não pode ser excluído.",
    done: "%{code} foi excluída.",
  },
};
