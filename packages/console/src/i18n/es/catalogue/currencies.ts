import type { currencies as en } from "../../en/catalogue/currencies.ts";
import type { Texts } from "../../texts.ts";

export const currencies: Texts<typeof en> = {
  title: "Monedas",
  lead: "Tipos de cambio del dólar estadounidense. Los socios leen los precios en dólares.",
  inactive: "inactiva",
  form: "Tipo de cambio y recargo",
  hint: "Pulse Vista previa para ver el efecto en los precios. La vista previa no cambia nada.",
  saved: "%{code} se ha guardado.",
  taken: "Ya hay una moneda con este código.",
  present:
    "Otro operador ha fijado el tipo en %{base} %{code} por dólar con un recargo de %{markup}. Sus valores siguen en el formulario. Genere de nuevo la vista previa para continuar.",
  create: { button: "Nueva moneda" },
  field: {
    code: "Código",
    name: "Nombre",
    displaySymbol: "Símbolo",
    base: "Unidades por dólar",
    markup: "Recargo",
    active: "Activa",
    rateShort: "Por dólar",
    origin: "Origen",
    changedAt: "Desde",
  },
  origin: { file: "Archivo de catálogo", hand: "Manual", ecb: "Archivo del BCE" },
  codeLead: "Tres letras mayúsculas (ISO 4217), como CHF.",
  baseLead: "Antes del recargo, por ejemplo 0,92.",
  dollarLead: "El dólar es siempre 1 y no tiene recargo.",
  activeLead: "Los socios solo ven las monedas activas.",
  means: {
    none: "Los socios pagan %{usd} por %{price}. Un recargo del 3 % encarece un 3 % todos los precios en dólares y cubre las variaciones del tipo de cambio.",
    more: "Los socios pagan %{usd} por %{price}; sin el recargo, %{without}. Cada precio en dólares de esta moneda es un %{markup} más alto.",
    less: "Los socios pagan %{usd} por %{price}; sin el recargo, %{without}. Cada precio en dólares de esta moneda es un %{markup} más bajo.",
  },
  fault: {
    code: "Indique tres letras mayúsculas.",
    rate: "Indique un número mayor que 0 con ocho decimales como máximo, como 0,92.",
    markup: "Indique un porcentaje de -50 a 99, como 3 o 2,5.",
  },
  effect: {
    none: "El tipo de cambio no varía, así que no cambia ningún precio.",
    rate: "El tipo pasa de %{before} a %{after} %{code} por dólar.",
    prices: "Los precios en dólares de %{code} cambian un %{change}.",
    reach:
      "Los socios vuelven a recibir: %{list}. Los precios que validaron antes se mantienen hasta que vence el plazo de precio garantizado.",
    examples: "Ejemplos en %{code}",
    example: "Ejemplo",
    price: "Precio",
  },
  history: {
    title: "Historial de tipos de cambio",
    chart: "Tipo de cambio de %{code} a lo largo del tiempo, como en la tabla",
    none: "Todavía no hay tipos de cambio.",
    base: "Antes del recargo",
    by: "Por",
    most: "Se muestran los %{n} últimos.",
  },
  ecb: {
    button: "Importar tipos del BCE",
    lead: "Fija el tipo de cada moneda del archivo. Los recargos no cambian.",
    file: "Elija o suelte aquí el archivo diario del Banco Central Europeo (eurofxref-daily.xml). Verá todos los tipos antes de guardarlos.",
    of: "Tipos del %{day}.",
    none: "Ya están fijados.",
    missing: "El archivo no tiene estas monedas, así que su tipo no cambia: %{list}.",
    set: "Fijar %{smart_count} tipo |||| Fijar %{smart_count} tipos",
    done: "Se ha fijado %{smart_count} tipo. |||| Se han fijado %{smart_count} tipos.",
    conflict:
      "Otro operador ha modificado tipos o recargos, así que no se ha fijado nada. Esta es la nueva vista previa.",
  },
};
