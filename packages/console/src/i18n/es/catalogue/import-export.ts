import type { importExport as en } from "../../en/catalogue/import-export.ts";
import type { Texts } from "../../texts.ts";

export const importExport: Texts<typeof en> = {
  title: "Importar y exportar",
  lead: "Exporte el catálogo a un archivo y los eventos con precios a una hoja de cálculo, e impórtelos de nuevo.",
  kind: { catalogue: "Archivo de catálogo", events: "Tabla de eventos" },
  import: {
    title: "Importar",
    choose: "Elegir un archivo",
    another: "Elegir otro archivo",
    lead: "Un archivo de catálogo (.json) o una tabla de eventos (.csv, .xlsx) de hasta 20 MB. Elíjalo o suéltelo aquí. Verá todos los cambios antes de importarlos.",
    would: "Cambiaría %{n} registro. |||| Cambiarían %{n} registros.",
    rows: "Se ha leído %{n} fila. |||| Se han leído %{n} filas.",
    skipped: "%{n} fila de un día pasado se omite. |||| %{n} filas de días pasados se omiten.",
    mend: "Corrija el archivo y vuelva a elegirlo. No se importa nada mientras haya errores.",
    run: "Importar %{n} cambio |||| Importar %{n} cambios",
    done: "Importado: se ha cambiado %{n} registro. |||| Importado: se han cambiado %{n} registros.",
    conflict:
      "Otro operador ha modificado algunos de estos registros, así que no se ha importado nada. Esta es la nueva vista previa.",
  },
  unfit: {
    kind: "El nombre del archivo debe terminar en uno de estos: %{list}.",
    size: "El archivo ocupa más de 20 MB.",
    unreadable: "El navegador no puede leer el archivo. Puede que esté abierto en otro programa.",
  },
  errors: "El archivo tiene %{n} error. |||| El archivo tiene %{n} errores.",
  errorsTitle: "Errores del archivo",
  row: "Fila",
  line: "Línea",
  column: "Columna",
  field: "Campo",
  wrong: "Error",
  events: {
    title: "Exportar eventos y precios",
    lead: "Un evento por fila con aforo, ventas y precios. Edite la tabla en una hoja de cálculo e impórtela. Las celdas vacías no cambian nada. Un «-» en lugar de un precio quita esa entrada.",
    fromLead: "Vacío: desde ayer.",
  },
  catalogue: {
    title: "Exportar el catálogo",
    lead: "Un archivo de catálogo para copia de seguridad, comparación o importación.",
    kinds: "Contenido",
    none: "Elija al menos uno.",
    city: "Productos de esta ciudad",
    save: "Guardar como JSON",
  },
};
