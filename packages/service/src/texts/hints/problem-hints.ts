import type { BodyProblem } from "@paseo/contract";
import type { Hint } from "./hint.ts";

/** A hint for each problem code. A test compares the table with the codes that the service can send. */
export const problemHints = {
  "malformed-body": {
    whose: "partner",
    en: "You send bodies that are neither good JSON nor good XML, or none at all: build them with a library and send them whole.",
    es: "Envían cuerpos que no son JSON ni XML correctos, o ninguno: créenlos con una biblioteca y envíenlos completos.",
    pt: "Vocês enviam corpos que não são JSON nem XML corretos, ou nenhum: criem-nos com uma biblioteca e enviem-nos completos.",
  },
  "bad-encoding": {
    whose: "partner",
    en: "Your bodies are in another encoding than they say: send UTF-8, and say so in Content-Type.",
    es: "Sus cuerpos usan otra codificación que la que indican: envíen UTF-8 e indíquenlo en Content-Type.",
    pt: "Seus corpos usam outra codificação que a indicada: enviem UTF-8 e indiquem isso em Content-Type.",
  },
  "wrong-root": {
    whose: "partner",
    en: "The root element of your XML is not the one expected: for eventvalidate and eventbook it is Event.",
    es: "El elemento raíz de su XML no es el esperado: para eventvalidate y eventbook es Event.",
    pt: "O elemento raiz do seu XML não é o esperado: para eventvalidate e eventbook é Event.",
  },
  "wrong-namespace": {
    whose: "partner",
    en: "Your XML is in another namespace, or in none: use the one that the answer's detail names.",
    es: "Su XML está en otro espacio de nombres, o en ninguno: usen el que nombra el detalle de la respuesta.",
    pt: "Seu XML está em outro namespace, ou em nenhum: usem o que o detalhe da resposta indica.",
  },
  "invalid-field": {
    whose: "partner",
    en: "You send fields that are missing, too long or of the wrong type: each answer's `errors` names them, so log them and fix them.",
    es: "Envían campos ausentes, demasiado largos o de tipo incorrecto: `errors` los nombra en cada respuesta; regístrenlos y corríjanlos.",
    pt: "Vocês enviam campos ausentes, longos demais ou de tipo errado: `errors` os nomeia em cada resposta; registrem e corrijam.",
  },
  "invalid-parameter": {
    whose: "partner",
    en: "You send parameters that are out of bounds or misspelt: each answer's `errors` names them. Pages begin at 1.",
    es: "Envían parámetros fuera de rango o mal escritos: `errors` los nombra en cada respuesta. Las páginas empiezan en 1.",
    pt: "Vocês enviam parâmetros fora dos limites ou mal escritos: `errors` os nomeia em cada resposta. As páginas começam em 1.",
  },
  "invalid-header": {
    whose: "partner",
    en: "Your Idempotency-Key is not 1 to 255 printable ASCII characters: a random UUID works.",
    es: "Su Idempotency-Key no tiene de 1 a 255 caracteres ASCII imprimibles: un UUID aleatorio sirve.",
    pt: "Seu Idempotency-Key não tem de 1 a 255 caracteres ASCII imprimíveis: um UUID aleatório serve.",
  },
  "malformed-request": {
    whose: "partner",
    en: "Your requests are not valid HTTP (Host, Content-Length or percent-encoding): use a common HTTP library.",
    es: "Sus solicitudes no son HTTP válido (Host, Content-Length o codificación de la URL): usen una biblioteca HTTP común.",
    pt: "Seus pedidos não são HTTP válido (Host, Content-Length ou codificação da URL): usem uma biblioteca HTTP comum.",
  },
  "key-invalid": {
    whose: "partner",
    en: "You send an unknown or revoked key: use the latest key from us in every system that calls us.",
    es: "Envían una clave desconocida o revocada: usen la última clave que les dimos en todos los sistemas que nos llaman.",
    pt: "Vocês enviam uma chave desconhecida ou revogada: usem a última chave que fornecemos em todos os sistemas que nos chamam.",
  },
  "key-forbidden": {
    whose: "partner",
    en: "Your key is not allowed to do this: it can only read, or your account is not active. Request a key that can sell.",
    es: "Su clave no tiene permiso: solo permite leer o su cuenta no está activa. Pídannos una clave que permita vender.",
    pt: "Sua chave não tem permissão: ela só lê ou sua conta não está ativa. Peçam-nos uma chave que permita vender.",
  },
  "not-found": {
    whose: "partner",
    en: "You request identifiers, paths or languages that do not exist: use our Ids unchanged, and a language that we offer.",
    es: "Solicitan identificadores, rutas o idiomas que no existen: usen nuestros Id sin cambios, y un idioma que ofrecemos.",
    pt: "Vocês solicitam identificadores, caminhos ou idiomas que não existem: usem nossos Id sem alterações, e um idioma que oferecemos.",
  },
  "method-not-allowed": {
    whose: "partner",
    en: "You use the wrong HTTP method: eventvalidate, eventbook and ordercancel are POST, all others are GET.",
    es: "Usan un método HTTP equivocado: eventvalidate, eventbook y ordercancel son POST; las demás son GET.",
    pt: "Vocês usam o método HTTP errado: eventvalidate, eventbook e ordercancel são POST; as demais são GET.",
  },
  "not-acceptable": {
    whose: "partner",
    en: "Your Accept or Accept-Encoding allows nothing that we send: accept application/json or application/xml.",
    es: "Su Accept o Accept-Encoding no admite nada de lo que enviamos: acepten application/json o application/xml.",
    pt: "Seu Accept ou Accept-Encoding não admite nada do que enviamos: aceitem application/json ou application/xml.",
  },
  "request-timeout": {
    whose: "partner",
    en: "Your requests take more than 30 seconds to arrive: check the network between you and us.",
    es: "Sus solicitudes tardan más de 30 segundos en llegar: revisen la red entre ustedes y nosotros.",
    pt: "Seus pedidos demoram mais de 30 segundos para chegar: verifiquem a rede entre vocês e nós.",
  },
  "revision-stale": {
    whose: "course",
    en: "An order changed after its quote was made: request a new quote, show it to the customer, and accept that one.",
    es: "Un pedido cambió después de su oferta de cambio: soliciten otra, muéstrenla al cliente y acepten esa.",
    pt: "Um pedido mudou depois da sua oferta de alteração: peçam outra, mostrem-na ao cliente e aceitem essa.",
  },
  "in-flight": {
    whose: "partner",
    en: "You repeat a booking while the first is in progress: wait for its answer, then repeat with the same Idempotency-Key.",
    es: "Repiten una reserva mientras se responde la primera: esperen la respuesta y repitan con el mismo Idempotency-Key.",
    pt: "Vocês repetem uma reserva enquanto a primeira é respondida: esperem a resposta e repitam com o mesmo Idempotency-Key.",
  },
  "version-expired": {
    whose: "partner",
    en: "You synchronise less than every five days, or send a version that is not ours: synchronise from version 0 again, then daily.",
    es: "Sincronizan con más de cinco días de intervalo o guardaron una versión ajena: vuelvan a sincronizar desde la versión 0 y luego a diario.",
    pt: "Vocês sincronizam com mais de cinco dias de intervalo ou guardaram uma versão alheia: sincronizem de novo a partir da versão 0 e depois diariamente.",
  },
  "cursor-expired": {
    whose: "course",
    en: "Our database was restored or replaced, so your copy of the orders can differ: list the orders again, without a cursor.",
    es: "Restauramos o reemplazamos nuestra base de datos y su copia de los pedidos puede diferir: vuelvan a listar los pedidos, sin cursor.",
    pt: "Restauramos ou substituímos nosso banco de dados e sua cópia dos pedidos pode divergir: listem os pedidos de novo, sem cursor.",
  },
  "body-too-large": {
    whose: "partner",
    en: "Your request bodies are larger than 1 MiB: send only the booking of one event in each request.",
    es: "Los cuerpos de sus solicitudes superan 1 MiB: envíen en cada solicitud la reserva de un solo evento y nada más.",
    pt: "Os corpos dos seus pedidos passam de 1 MiB: enviem em cada pedido a reserva de um só evento e nada mais.",
  },
  "headers-too-large": {
    whose: "partner",
    en: "Your address and headers are longer than 16 KiB: send no cookies and no copied headers.",
    es: "Su dirección y cabeceras superan 16 KiB: no envíen cookies ni cabeceras copiadas.",
    pt: "Seu endereço e cabeçalhos passam de 16 KiB: não enviem cookies nem cabeçalhos copiados.",
  },
  "unsupported-media-type": {
    whose: "partner",
    en: "You send bodies without a Content-Type that we read, or compressed: application/json or application/xml, plain.",
    es: "Envían cuerpos sin un Content-Type que leamos, o comprimidos: application/json o application/xml, sin comprimir.",
    pt: "Vocês enviam corpos sem um Content-Type que lemos, ou comprimidos: application/json ou application/xml, sem compressão.",
  },
  "idempotency-key-reused": {
    whose: "partner",
    en: "You use one Idempotency-Key for different bookings: make a new one for each, and repeat it only in a retry.",
    es: "Usan un mismo Idempotency-Key para reservas distintas: creen uno por reserva y repítanlo solo al reintentar.",
    pt: "Vocês usam um mesmo Idempotency-Key para reservas diferentes: criem um por reserva e repitam-no só ao tentar de novo.",
  },
  "too-many-requests": {
    whose: "partner",
    en: "You request orders that do not exist too often: store the Id of eventbook's answer, and respect Retry-After.",
    es: "Solicitan con demasiada frecuencia pedidos que no existen: guarden el Id de la respuesta de eventbook y respeten Retry-After.",
    pt: "Vocês solicitam com frequência demais pedidos que não existem: guardem o Id da resposta de eventbook e respeitem Retry-After.",
  },
  overloaded: {
    whose: "service",
    en: "We were overloaded for a short time. Your requests are correct: wait for the seconds of Retry-After and try again.",
    es: "Tuvimos una sobrecarga breve. Sus solicitudes son correctas: esperen los segundos de Retry-After y reintenten.",
    pt: "Tivemos uma sobrecarga breve. Seus pedidos estão corretos: esperem os segundos de Retry-After e tentem de novo.",
  },
  "database-unavailable": {
    whose: "service",
    en: "Our database was not available for a short time. Your requests are correct: wait for the seconds of Retry-After and try again.",
    es: "Nuestra base de datos no estuvo disponible durante un momento. Sus solicitudes son correctas: esperen los segundos de Retry-After y reintenten.",
    pt: "Nosso banco de dados ficou indisponível por um momento. Seus pedidos estão corretos: esperem os segundos de Retry-After e tentem de novo.",
  },
  "no-payment-provider": {
    whose: "service",
    en: "We have not set up this way to pay, or not for our currency: offer another way, or ask us which ones there are.",
    es: "No tenemos configurada esta forma de pago, o no para nuestra moneda: ofrezcan otra o pregúntennos cuáles hay.",
    pt: "Não configuramos esta forma de pagamento, ou não para a nossa moeda: ofereçam outra ou perguntem quais existem.",
  },
  "payment-unavailable": {
    whose: "service",
    en: "The payment provider did not answer in time. Repeat the request: it finds the payment that was started, so nobody pays twice.",
    es: "El proveedor de pagos no respondió a tiempo. Repitan la solicitud: encuentra el pago iniciado, así que nadie paga dos veces.",
    pt: "O provedor de pagamentos não respondeu a tempo. Repitam o pedido: ele encontra o pagamento iniciado, e ninguém paga duas vezes.",
  },
  "internal-error": {
    whose: "service",
    en: "An error occurred on our side, and we are investigating it. Retry a booking with the same Idempotency-Key or ExternalReference: it is booked once.",
    es: "Se produjo un error en nuestro sistema y lo estamos revisando. Repitan la reserva con el mismo Idempotency-Key o ExternalReference: se hará una sola vez.",
    pt: "Ocorreu um erro no nosso sistema e estamos verificando. Repitam a reserva com o mesmo Idempotency-Key ou ExternalReference: ela será feita uma só vez.",
  },
} as const satisfies Record<string, Hint> & Record<BodyProblem["code"], Hint>;
