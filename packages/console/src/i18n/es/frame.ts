import type { frame as en } from "../en/frame.ts";
import type { Texts } from "../texts.ts";

export const frame: Texts<typeof en> = {
  language: "Idioma",
  languages: { es: "Español", pt: "Português", en: "English" },
  appearance: { title: "Aspecto", system: "Como el sistema", light: "Claro", dark: "Oscuro" },
  menu: {
    open: "Abrir el menú",
    main: "Menú principal",
    sales: "Ventas",
    house: "Administración",
  },
  account: "Mi cuenta",
  accountOf: "Cuenta de %{name}",
  signOut: "Salir",
  skip: "Ir al contenido",
  sandboxName: "Entorno de pruebas",
  sandbox:
    "Entorno de pruebas: aquí todos los pedidos son de prueba. No se vende nada ni se consulta a ningún proveedor.",
  loading: "Cargando …",
  page: {
    notFound: { title: "Aquí no hay nada", text: "La dirección no es correcta, o lo que había aquí ya no existe." },
    denied: {
      title: "Su rol no lo permite",
      text: "Su rol no da acceso a esta página. Un propietario puede cambiarlo.",
    },
    failed: {
      title: "Esta página ha dejado de funcionar",
      text: "No se ha cambiado nada. Vuelva a cargarla; si ocurre de nuevo, comunique a quien lleva el servicio lo que figura abajo.",
      again: "Volver a cargar",
    },
    home: "Ir a la página de inicio",
  },
  action: {
    cancel: "Cancelar",
    close: "Cerrar",
    save: "Guardar",
    copy: "Copiar",
    copied: "Copiado",
    more: "Más acciones",
    reload: "Cargar de nuevo",
    clearFilters: "Quitar los filtros",
    filters: "Filtros",
  },
  list: {
    none: "No hay nada que mostrar.",
    noneFiltered: "Nada coincide con estos filtros.",
  },
  required: "Este dato es necesario.",
  showPassword: "Mostrar la contraseña",
  hidePassword: "Ocultar la contraseña",
};
