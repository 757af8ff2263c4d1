import type { componentSamples as en } from "../en/components.ts";
import type { Texts } from "../texts.ts";

export const componentSamples: Texts<typeof en> = {
  title: "Componentes do console",
  lead: "Todos os componentes em todos os estados. Os testes verificam esta página no claro e no escuro.",
  colours: "Cores",
  type: "Tipografia",
  buttons: "Botões",
  fields: "Campos",
  tables: "Tabelas",
  notices: "Avisos",
  chips: "Etiquetas",
  placeholders: "Carregamento e vazio",
  usual: "Normal",
  disabled: "Desativado",
  selected: "Selecionado",
  pending: "Em andamento",
  wrong: "Com erro",
  sample: "Um texto de exemplo",
  show: "Mostrar um aviso",
};
