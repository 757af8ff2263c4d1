import type { componentSamples as en } from "../en/components.ts";
import type { Texts } from "../texts.ts";

export const componentSamples: Texts<typeof en> = {
  title: "Componentes de la consola",
  lead: "Todos los componentes en todos sus estados. Las pruebas revisan esta página en claro y en oscuro.",
  colours: "Colores",
  type: "Tipografía",
  buttons: "Botones",
  fields: "Campos",
  tables: "Tablas",
  notices: "Avisos",
  chips: "Etiquetas",
  placeholders: "Carga y vacío",
  usual: "Normal",
  disabled: "Desactivado",
  selected: "Seleccionado",
  pending: "En curso",
  wrong: "Con error",
  sample: "Un texto de ejemplo",
  show: "Mostrar un aviso",
};
