import type { problems as en } from "../en/problems.ts";
import type { Texts } from "../texts.ts";

export const problems: Texts<typeof en> = {
  unreachable: "No se puede contactar con el servicio. Compruebe la conexión e inténtelo de nuevo.",
  "internal-error": "El servicio no ha podido responder. La causa figura en su registro.",
  overloaded: "El servicio no puede atender esta petición ahora. Inténtelo dentro de un momento.",
  "too-many-requests": "Demasiados intentos. Vuelva a intentarlo dentro de %{minutes} minutos.",
  "sign-in-failed": "El correo electrónico, la contraseña o el código no son correctos.",
  "signed-out": "Su sesión ha terminado. Vuelva a entrar.",
  "role-forbidden": "Su rol no permite hacer esto.",
  "invitation-over": "Este enlace ya se usó, fue sustituido o es demasiado antiguo. Pida otro a un propietario.",
  "password-wrong": "La contraseña actual no es correcta.",
  "code-wrong": "El código no es correcto o ya se usó. Espere al siguiente.",
  "email-taken": "Ya hay un operador con este correo electrónico.",
  "last-owner": "Es el último propietario: antes debe serlo otra persona.",
  "changed-meanwhile": "Otra persona lo ha cambiado entretanto. Su cambio no se ha guardado.",
  "status-changed": "El pedido ha cambiado entretanto: esto ya no es posible.",
  "not-found": "No existe, o ha dejado de existir.",
  "invalid-field": "Hay un dato que no encaja: %{detail}",
  "partner-taken": "Ya hay un socio con este id.",
  "too-many-keys": "Ya tiene dos claves de este tipo: revoque antes una.",
  "key-revoked": "Esta clave ya estaba revocada.",
  "nothing-matches": "No hay notificaciones así.",
  "supplier-taken": "Ya hay un proveedor con este id.",
  "supplier-in-use": "Hay productos o pedidos, también pasados, que nombran a este proveedor: no se puede eliminar.",
  "white-label-in-use": "Hay páginas que nombran esta marca blanca: antes hay que cambiarlas o eliminarlas.",
  other: "Rechazado: %{detail}",
};
