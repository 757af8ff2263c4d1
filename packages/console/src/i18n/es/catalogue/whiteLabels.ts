import type { whiteLabels as en } from "../../en/catalogue/whiteLabels.ts";
import type { Texts } from "../../texts.ts";

export const whiteLabels: Texts<typeof en> = {
  title: "Sitios de socios",
  ownTitle: "Sitio web",
  lead: "Sitios en los que los socios venden sus productos. Una página aparece en todos los sitios o en los seleccionados.",
  search: "Código o nombre",
  pagesOf: "Páginas de %{code}: %{n}",
  codeLead: "Los socios piden las páginas con este código. No se puede cambiar después.",
  taken: "Ya hay un sitio con este código.",
  fault: { code: "Indique un código sin espacios." },
  create: {
    button: "Nuevo sitio",
    lead: "Los socios lo ven enseguida en su lista.",
    done: "Se ha creado %{code}.",
  },
  rename: {
    button: "Renombrar",
    title: "Renombrar %{code}",
    done: "%{code} se ha renombrado.",
    present: "Otro operador lo ha renombrado a %{name}. Su nombre sigue en el formulario.",
  },
  delete: {
    title: "¿Eliminar %{code}?",
    lead: "%{partner} pierde el sitio %{name}. Un sitio con páginas no se puede eliminar.",
    done: "%{code} se ha eliminado.",
  },
};
