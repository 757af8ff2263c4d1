import type { whiteLabels as en } from "../../en/catalogue/whiteLabels.ts";
import type { Texts } from "../../texts.ts";

export const whiteLabels: Texts<typeof en> = {
  title: "Marcas blancas",
  lead: "Sitios de los socios. Una página puede estar en todos los sitios o en algunos.",
  search: "Código o nombre",
  field: { code: "Código", name: "Nombre", pages: "Páginas" },
  pagesOf: "Páginas de %{code}: %{n}",
  codeLead: "Los socios piden páginas con él. Después no se puede cambiar.",
  taken: "Ya hay una marca blanca con este código.",
  fault: { code: "Hace falta un código, sin espacios." },
  create: {
    button: "Nueva marca blanca",
    title: "Una nueva marca blanca",
    lead: "Los socios la ven enseguida en su lista.",
    done: "%{code} ya existe.",
  },
  rename: {
    button: "Renombrar",
    title: "Renombrar %{code}",
    done: "%{code} se ha renombrado.",
    present: "Otra persona la ha llamado %{name}. Lo que ha escrito sigue aquí.",
  },
  delete: {
    button: "Eliminar",
    title: "¿Eliminar %{code}?",
    lead: "%{partner} pierde el sitio %{name}. Mientras haya páginas que lo nombren, no se puede eliminar.",
    done: "%{code} se ha eliminado.",
  },
};
