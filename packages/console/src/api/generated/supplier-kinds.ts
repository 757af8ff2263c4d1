// Generated from packages/service/src/suppliers/kinds.ts. Do not edit: run "npm run generate".

import type { SupplierKind } from "../../suppliers/kind.ts";

export const supplierKinds: readonly SupplierKind[] = [
  {
    "kind": "desk",
    "label": {
      "en": "E-mail or own orders desk",
      "es": "Correo o central de reservas propia",
      "pt": "E-mail ou central de reservas própria"
    },
    "lead": {
      "en": "The supplier gets an e-mail with a link to answer. Without an e-mail address, orders wait for your orders desk.",
      "es": "El proveedor recibe un correo con un enlace para responder. Sin correo, las reservas esperan a su central de reservas.",
      "pt": "O fornecedor recebe um e-mail com um link para responder. Sem e-mail, as reservas esperam a sua central de reservas."
    },
    "unset": {
      "en": "Handled by your orders desk",
      "es": "Los gestiona su central de reservas",
      "pt": "Aos cuidados da sua central de reservas"
    },
    "settings": {
      "type": "object",
      "properties": {
        "email": {
          "type": "string",
          "label": {
            "en": "E-mail address",
            "es": "Correo electrónico",
            "pt": "E-mail"
          },
          "input": "email",
          "minLength": 3,
          "maxLength": 254
        }
      },
      "additionalProperties": false
    },
    "secrets": []
  },
  {
    "kind": "http",
    "label": {
      "en": "Supplier's own system",
      "es": "Sistema del proveedor",
      "pt": "Sistema do fornecedor"
    },
    "lead": {
      "en": "The service calls the supplier's system and signs the calls.",
      "es": "El servicio llama al sistema del proveedor y firma las llamadas.",
      "pt": "O serviço chama o sistema do fornecedor e assina as chamadas."
    },
    "settings": {
      "type": "object",
      "required": [
        "url"
      ],
      "properties": {
        "url": {
          "type": "string",
          "label": {
            "en": "System address",
            "es": "Dirección del sistema",
            "pt": "Endereço do sistema"
          },
          "lead": {
            "en": "Starts with https://",
            "es": "Empieza por https://",
            "pt": "Começa com https://"
          },
          "input": "url",
          "minLength": 1,
          "maxLength": 500
        }
      },
      "additionalProperties": false
    },
    "answersAtOnce": true,
    "signed": true,
    "secrets": []
  },
  {
    "kind": "octo",
    "label": {
      "en": "OCTO",
      "es": "OCTO",
      "pt": "OCTO"
    },
    "lead": {
      "en": "The service books in the supplier's system by the OCTO standard.",
      "es": "El servicio reserva en el sistema del proveedor con el estándar OCTO.",
      "pt": "O serviço reserva no sistema do fornecedor pelo padrão OCTO."
    },
    "settings": {
      "type": "object",
      "required": [
        "endpoint",
        "key"
      ],
      "properties": {
        "endpoint": {
          "type": "string",
          "label": {
            "en": "OCTO address",
            "es": "Dirección OCTO",
            "pt": "Endereço OCTO"
          },
          "lead": {
            "en": "Without /supplier or /products at its end",
            "es": "Sin /supplier ni /products al final",
            "pt": "Sem /supplier nem /products no final"
          },
          "input": "url",
          "minLength": 1,
          "maxLength": 500
        },
        "key": {
          "type": "string",
          "label": {
            "en": "Key",
            "es": "Clave",
            "pt": "Chave"
          },
          "lead": {
            "en": "The supplier gives it to you",
            "es": "Se la da el proveedor",
            "pt": "O fornecedor a entrega"
          },
          "input": "password",
          "minLength": 1,
          "maxLength": 200,
          "pattern": "^[!-~]+$"
        },
        "followDates": {
          "type": "boolean",
          "label": {
            "en": "New dates and prices of the supplier go on sale",
            "es": "Las fechas y los precios nuevos del proveedor salen a la venta",
            "pt": "As datas e os preços novos do fornecedor entram à venda"
          },
          "lead": {
            "en": "Without it you enter dates and prices yourself; only seats are read.",
            "es": "Sin ello usted introduce las fechas y los precios; solo se leen las plazas.",
            "pt": "Sem isso você mesmo cadastra as datas e os preços; só as vagas são lidas."
          }
        },
        "priceChangePercent": {
          "type": "integer",
          "label": {
            "en": "Largest change of a price without you, in percent",
            "es": "Mayor cambio de un precio sin usted, en porcentaje",
            "pt": "Maior mudança de preço sem você, em porcentagem"
          },
          "lead": {
            "en": "Larger changes, and a price of 0, wait on the overview. Empty: 20.",
            "es": "Los cambios mayores, y un precio de 0, esperan en el resumen. Vacío: 20.",
            "pt": "Mudanças maiores, e um preço de 0, esperam no resumo. Vazio: 20."
          },
          "minimum": 0,
          "maximum": 100
        }
      },
      "additionalProperties": false
    },
    "answersAtOnce": true,
    "readsSeats": true,
    "offersProducts": true,
    "secrets": [
      "key"
    ]
  },
  {
    "kind": "folder",
    "label": {
      "en": "Files in a folder",
      "es": "Archivos en una carpeta",
      "pt": "Arquivos em uma pasta"
    },
    "lead": {
      "en": "The service writes each order to a file in the supplier's folder. The supplier answers with another file, or your orders desk decides.",
      "es": "El servicio guarda cada reserva en un archivo de la carpeta del proveedor. El proveedor responde con otro archivo, o decide su central de reservas.",
      "pt": "O serviço grava cada reserva em um arquivo na pasta do fornecedor. O fornecedor responde com outro arquivo, ou a sua central de reservas decide."
    },
    "settings": {
      "type": "object",
      "required": [
        "folder"
      ],
      "properties": {
        "folder": {
          "type": "string",
          "label": {
            "en": "Folder",
            "es": "Carpeta",
            "pt": "Pasta"
          },
          "lead": {
            "en": "Name of a folder that your administrator has created. Letters without accents, digits, dots, hyphens and underscores.",
            "es": "Nombre de una carpeta creada por su administrador. Letras sin acentos, cifras, puntos, guiones y guiones bajos.",
            "pt": "Nome de uma pasta criada pelo seu administrador. Letras sem acentos, algarismos, pontos, hifens e sublinhados."
          },
          "minLength": 1,
          "maxLength": 64,
          "pattern": "^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$"
        }
      },
      "additionalProperties": false
    },
    "secrets": []
  },
  {
    "kind": "simulator",
    "label": {
      "en": "Simulator",
      "es": "Simulador",
      "pt": "Simulador"
    },
    "lead": {
      "en": "Confirms orders automatically, in a demo or sandbox only. Elsewhere, orders wait for your orders desk.",
      "es": "Confirma las reservas automáticamente, solo en una demo o un entorno de pruebas. En los demás casos, esperan a su central de reservas.",
      "pt": "Confirma as reservas automaticamente, apenas em demonstração ou ambiente de testes. Nos demais casos, elas esperam a sua central de reservas."
    },
    "unset": {
      "en": "Automatic confirmation",
      "es": "Confirmación automática",
      "pt": "Confirmação automática"
    },
    "settings": {
      "type": "object",
      "properties": {},
      "additionalProperties": false
    },
    "answersAtOnce": true,
    "demoOnly": true,
    "secrets": []
  }
];
