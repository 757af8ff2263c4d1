import type { exchange as en } from "../../en/catalogue/exchange.ts";
import type { Texts } from "../../texts.ts";

export const exchange: Texts<typeof en> = {
  title: "Importar y exportar",
  lead: "El catálogo como archivo, y los eventos con sus precios como tabla para una hoja de cálculo.",
  kind: { catalogue: "Archivo de catálogo", events: "Tabla de eventos" },
  import: {
    title: "Importar",
    choose: "Elegir un archivo",
    another: "Elegir otro archivo",
    lead: "Un archivo de catálogo (.json) o una tabla de eventos y precios (.csv, .xlsx), de hasta 20 MB; también se puede soltar aquí. Se ven todos los cambios antes de que cambie nada.",
    would: "Cambiaría %{n} registro. |||| Cambiarían %{n} registros.",
    rows: "Se ha leído %{n} fila. |||| Se han leído %{n} filas.",
    skipped: "%{n} es de un día ya pasado y se omite. |||| %{n} son de días ya pasados y se omiten.",
    mend: "Mientras haya algo mal no se puede importar nada. Corrija el archivo y vuelva a elegirlo.",
    run: "Importar %{n} cambio |||| Importar %{n} cambios",
    done: "Importado: se ha cambiado %{n} registro. |||| Importado: se han cambiado %{n} registros.",
    overtaken:
      "Otra persona ha cambiado entretanto algunos de estos registros, así que no se ha importado nada. Esto es lo que haría el archivo ahora.",
  },
  unfit: {
    kind: "El nombre del archivo debe terminar en .json, .csv o .xlsx.",
    size: "El archivo ocupa más de 20 MB.",
    unreadable: "El navegador no puede leer el archivo. ¿Se ha movido o está abierto en otro programa?",
  },
  mistakes: "Hay %{n} error en el archivo. |||| Hay %{n} errores en el archivo.",
  mistakesTitle: "Qué está mal en el archivo",
  row: "Fila",
  line: "Línea",
  column: "Columna",
  field: "Campo",
  wrong: "Qué está mal",
  events: {
    title: "Exportar eventos y precios",
    lead: "Un evento por fila, con aforo, ventas y precios. Cámbielo en una hoja de cálculo y vuelva a importarlo: las celdas vacías no cambian nada, y un «-» en lugar de un precio quita esa entrada del evento.",
    fromLead: "Vacío: desde ayer.",
    saveXlsx: "Guardar como XLSX",
    saveCsv: "Guardar como CSV",
  },
  catalogue: {
    title: "Exportar el catálogo",
    lead: "Un archivo de catálogo, que se puede guardar, comparar y volver a importar.",
    kinds: "Qué contiene",
    none: "Elija al menos uno.",
    city: "Productos de esta ciudad",
    everyCity: "todas las ciudades",
    save: "Guardar como JSON",
  },
};
