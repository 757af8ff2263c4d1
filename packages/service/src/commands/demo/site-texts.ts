/** The legal pages of the demo's site, in Markdown. They say that it is a demo, and nobody should use them for real sales. */

const terms = {
  en: `**This is a demo.** Nothing on this site is for sale, and no money moves. An operator writes its own terms here.

## The contract
You book with Paseo Demo Tours, S.L. Your booking is confirmed when you see its reference and receive the voucher by e-mail.

## Prices and payment
Prices include taxes and fees. You pay the amount on the last button, online or on arrival.

## Changes and cancellation
Each activity shows its cancellation terms before you book. You can change or cancel on the page of your booking.

## On the day
Please arrive at the time that your voucher names. We cannot admit guests who arrive after the start.

## If we have to cancel
You choose between another date and a full refund.`,
  es: `**Esto es una demostración.** En este sitio no se vende nada ni se mueve dinero. Cada empresa publica aquí sus propias condiciones.

## El contrato
Reservas con Paseo Demo Tours, S.L. La reserva queda confirmada cuando ves el localizador y recibes el bono por correo electrónico.

## Precios y pago
Los precios incluyen impuestos y gastos. Pagas el importe que figura en el último botón, en línea o al llegar.

## Cambios y cancelación
Cada actividad muestra sus condiciones de cancelación antes de reservar. Puedes cambiar o cancelar desde la página de tu reserva.

## El día de la visita
Preséntate a la hora que indica el bono. Una vez empezada la actividad, no podemos garantizar el acceso.

## Si cancelamos nosotros
Podrás elegir entre otra fecha y el reembolso completo.`,
  pt: `**Isto é uma demonstração.** Nada é vendido neste site e não há movimento de dinheiro. Cada empresa publica aqui as próprias condições.

## O contrato
Você reserva com a Paseo Demo Tours, S.L. A reserva está confirmada quando você vê o código e recebe o voucher por e-mail.

## Preços e pagamento
Os preços incluem impostos e taxas. Você paga o valor que aparece no último botão, on-line ou na chegada.

## Alterações e cancelamento
Cada atividade mostra as condições de cancelamento antes da reserva. Você pode alterar ou cancelar na página da sua reserva.

## No dia da visita
Chegue no horário indicado no voucher. Depois do início, não podemos garantir a entrada.

## Se nós cancelarmos
Você escolhe entre outra data e o reembolso integral.`,
};

const privacy = {
  en: `**This is a demo.** Please do not enter the data of real people. An operator writes its own policy here.

## What we store
Your e-mail address, your telephone number and your answers at the booking, to carry out your visit.

## Who sees it
The people who run the activity, and the payment provider if you pay online. We never see your card.

## For how long
As long as the law asks us to keep invoices. After that we delete it.

## Cookies
Reading this site sets no cookies, and nothing is loaded from other companies.

## Your rights
Write to hello@example.com to see, correct or delete your data.`,
  es: `**Esto es una demostración.** No introduzcas datos de personas reales. Cada empresa publica aquí su propia política.

## Qué guardamos
Tu correo electrónico, tu teléfono y lo que respondes al reservar, para poder realizar la visita.

## Quién lo ve
Quienes organizan la actividad y, si pagas en línea, el proveedor de pagos. Nunca vemos tu tarjeta.

## Durante cuánto tiempo
El tiempo que la ley obliga a conservar las facturas. Después lo borramos.

## Cookies
Consultar este sitio no instala cookies ni carga nada de otras empresas.

## Tus derechos
Escribe a hello@example.com para consultar, corregir o borrar tus datos.`,
  pt: `**Isto é uma demonstração.** Não informe dados de pessoas reais. Cada empresa publica aqui a própria política.

## O que guardamos
Seu e-mail, seu telefone e as respostas dadas na reserva, para que a visita aconteça.

## Quem vê
Quem realiza a atividade e, se você pagar on-line, o provedor de pagamentos. Nunca vemos o seu cartão.

## Por quanto tempo
Pelo prazo em que a lei exige guardar as notas fiscais. Depois, apagamos.

## Cookies
Navegar neste site não instala cookies nem carrega nada de outras empresas.

## Seus direitos
Escreva para hello@example.com para consultar, corrigir ou apagar seus dados.`,
};

export const demoLegal = { terms, privacy, notice: {} };
