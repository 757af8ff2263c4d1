import type { whiteLabels as en } from "../../en/catalogue/whiteLabels.ts";
import type { Texts } from "../../texts.ts";

export const whiteLabels: Texts<typeof en> = {
  title: "Sites de parceiros",
  ownTitle: "Site",
  lead: "Sites em que os parceiros vendem os seus produtos. Uma página aparece em todos os sites ou nos selecionados.",
  search: "Código ou nome",
  pagesOf: "Páginas de %{code}: %{n}",
  codeLead: "Os parceiros pedem as páginas com este código. Não pode ser alterado depois.",
  taken: "Já existe um site com este código.",
  fault: { code: "Informe um código sem espaços." },
  create: {
    button: "Novo site",
    lead: "Os parceiros o veem logo em sua lista.",
    done: "%{code} foi criado.",
  },
  rename: {
    button: "Renomear",
    title: "Renomear %{code}",
    done: "%{code} foi renomeado.",
    present: "Outro operador o renomeou para %{name}. O seu nome continua no formulário.",
  },
  delete: {
    title: "Excluir %{code}?",
    lead: "%{partner} perde o site %{name}. Um site com páginas não pode ser excluído.",
    done: "%{code} foi excluído.",
  },
};
