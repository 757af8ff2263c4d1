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
    }
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
    "signed": true
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
    "demoOnly": true
  }
];
