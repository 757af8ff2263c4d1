import type { whiteLabels as en } from "../../en/catalogue/whiteLabels.ts";
import type { Texts } from "../../texts.ts";

export const whiteLabels: Texts<typeof en> = {
  title: "Marcas blancas",
  lead: "Sitios de los socios. Una página aparece en todos los sitios o en los seleccionados.",
  search: "Código o nombre",
  pagesOf: "Páginas de %{code}: %{n}",
  codeLead: "Los socios piden las páginas con este código. No se puede cambiar después.",
  taken: "Ya hay una marca blanca con este código.",
  fault: { code: "Indique un código sin espacios." },
  create: {
    button: "Nueva marca blanca",
    lead: "Los socios la ven enseguida en su lista.",
    done: "Se ha creado %{code}.",
  },
  rename: {
    button: "Renombrar",
    title: "Renombrar %{code}",
    done: "%{code} se ha renombrado.",
    present: "Otro operador la ha renombrado a %{name}. Su nombre sigue en el formulario.",
  },
  delete: {
    title: "¿Eliminar %{code}?",
    lead: "%{partner} pierde el sitio %{name}. Una marca blanca en uso por páginas no se puede eliminar.",
    done: "%{code} se ha eliminado.",
  },
};
