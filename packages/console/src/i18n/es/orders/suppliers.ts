import type { suppliers as en } from "../../en/orders/suppliers.ts";
import type { Texts } from "../../texts.ts";

export const suppliers: Texts<typeof en> = {
  title: "Proveedores",
  lead: "Quién realiza las actividades y cómo se consulta a cada uno. Los socios no los ven.",
  empty: "No hay proveedores: todos los pedidos esperan en su propia mesa. Cree uno para que se le consulte.",
  kind: {
    desk: "Por correo o mesa propia",
    http: "Su propio sistema",
    simulator: "Simulador",
  },
  kindLead: {
    desk: "Recibe un correo con un enlace para responder. Sin dirección, los pedidos esperan en su propia mesa.",
    http: "El servicio llama a su sistema, con firma.",
    simulator:
      "Los pedidos se confirman sin consultar a nadie. Solo en una demo o en el entorno de pruebas; en los demás casos, los pedidos esperan en su propia mesa.",
  },
  kindLocked: "Solo los propietarios y el rol de pedidos pueden cambiar cómo se consulta a un proveedor.",
  field: {
    name: "Nombre",
    externalId: "Id",
    kind: "Cómo se le consulta",
    email: "Correo electrónico",
    url: "Dirección de su sistema",
    lang: "Idioma",
    minutes: "Debe responder en (minutos)",
  },
  externalIdLead: "El id que usted le da. No cambia nunca.",
  emailLead: "Puede quedar vacío.",
  urlLead: "Empieza por https://",
  langLead: "De lo que se le escribe.",
  minutesLead: "Después, el pedido se señala para su mesa. Un día son 1440.",
  minutesWrong: "Un número entero de 1 a 43200.",
  ownDesk: "Los pedidos esperan en su propia mesa",
  nobody: "No se consulta a nadie",
  within: "responde en %{lasting}",
  products: "%{smart_count} producto |||| %{smart_count} productos",
  noProducts: "sin productos",
  saved: "Se ha guardado %{name}.",
  act: {
    change: "Cambiar",
    secret: "Secreto",
    delete: "Eliminar",
  },
  create: {
    button: "Nuevo proveedor",
    title: "Un proveedor nuevo",
  },
  change: {
    title: "Cambiar %{name}",
  },
  delete: {
    title: "¿Eliminar %{name}?",
    lead: "Solo se puede eliminar un proveedor que ningún producto ni pedido nombre. No se puede deshacer.",
    done: "Se ha eliminado %{name}.",
  },
  secret: {
    title: "Secreto de %{name}",
    lead: "Con él se firman las llamadas a su sistema.",
    rotateTitle: "¿Un secreto nuevo para %{name}?",
    rotateLead:
      "Durante 24 horas las llamadas se firman también con el secreto anterior, para que sus desarrolladores puedan cambiarlo.",
  },
};
