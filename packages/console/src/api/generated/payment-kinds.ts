// Generated from packages/service/src/payments/kinds.ts. Do not edit: run "npm run generate".

import type { PaymentKind } from "../../payments/kind.ts";

export const paymentKinds: readonly PaymentKind[] = [
  {
    "kind": "stripe",
    "label": {
      "en": "Stripe",
      "es": "Stripe",
      "pt": "Stripe"
    },
    "lead": {
      "en": "Guests pay by card, wallet and local payment methods on a page of Stripe.",
      "es": "Los clientes pagan con tarjeta, monedero electrónico y métodos locales en una página de Stripe.",
      "pt": "Os clientes pagam com cartão, carteira digital e métodos locais em uma página da Stripe."
    },
    "settings": {
      "type": "object",
      "required": [
        "key",
        "webhookSecret"
      ],
      "properties": {
        "key": {
          "type": "string",
          "label": {
            "en": "Secret key",
            "es": "Clave secreta",
            "pt": "Chave secreta"
          },
          "lead": {
            "en": "Begins with sk_ or rk_; sk_test_ is for tests",
            "es": "Empieza por sk_ o rk_; sk_test_ es para pruebas",
            "pt": "Começa com sk_ ou rk_; sk_test_ é para testes"
          },
          "input": "password",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^(sk|rk)_(test|live)_[A-Za-z0-9]+$"
        },
        "webhookSecret": {
          "type": "string",
          "label": {
            "en": "Signing secret of the webhook",
            "es": "Secreto de firma del webhook",
            "pt": "Segredo do webhook"
          },
          "lead": {
            "en": "Begins with whsec_",
            "es": "Empieza por whsec_",
            "pt": "Começa com whsec_"
          },
          "input": "password",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^whsec_[A-Za-z0-9+/=_-]+$"
        }
      },
      "additionalProperties": false
    },
    "leastMinutes": 35,
    "currencies": null,
    "isTest": false,
    "secrets": [
      "key",
      "webhookSecret"
    ]
  },
  {
    "kind": "mollie",
    "label": {
      "en": "Mollie",
      "es": "Mollie",
      "pt": "Mollie"
    },
    "lead": {
      "en": "Guests pay by card, iDEAL, Bancontact and other payment methods on a page of Mollie.",
      "es": "Los clientes pagan con tarjeta, iDEAL, Bancontact y otros métodos en una página de Mollie.",
      "pt": "Os clientes pagam com cartão, iDEAL, Bancontact e outros métodos em uma página da Mollie."
    },
    "settings": {
      "type": "object",
      "required": [
        "key"
      ],
      "properties": {
        "key": {
          "type": "string",
          "label": {
            "en": "API key",
            "es": "Clave de API",
            "pt": "Chave de API"
          },
          "lead": {
            "en": "Begins with live_ or test_",
            "es": "Empieza por live_ o test_",
            "pt": "Começa com live_ ou test_"
          },
          "input": "password",
          "minLength": 1,
          "maxLength": 100,
          "pattern": "^(test|live)_[A-Za-z0-9]{20,}$"
        }
      },
      "additionalProperties": false
    },
    "leastMinutes": 15,
    "currencies": [
      "AED",
      "AUD",
      "BGN",
      "BRL",
      "CAD",
      "CHF",
      "CZK",
      "DKK",
      "EUR",
      "GBP",
      "HKD",
      "HUF",
      "ILS",
      "ISK",
      "JPY",
      "MXN",
      "MYR",
      "NOK",
      "NZD",
      "PHP",
      "PLN",
      "RON",
      "SEK",
      "SGD",
      "THB",
      "TWD",
      "USD",
      "ZAR"
    ],
    "isTest": false,
    "secrets": [
      "key"
    ]
  },
  {
    "kind": "redsys",
    "label": {
      "en": "Redsys and Bizum",
      "es": "Redsys y Bizum",
      "pt": "Redsys e Bizum"
    },
    "lead": {
      "en": "Guests pay by card or Bizum on the page of a Spanish bank.",
      "es": "Los clientes pagan con tarjeta o Bizum en la página de su banco (TPV virtual).",
      "pt": "Os clientes pagam com cartão ou Bizum na página de um banco espanhol."
    },
    "settings": {
      "type": "object",
      "required": [
        "environment",
        "merchantCode",
        "terminal",
        "key"
      ],
      "properties": {
        "environment": {
          "enum": [
            "live",
            "test"
          ],
          "label": {
            "en": "Environment",
            "es": "Entorno",
            "pt": "Ambiente"
          },
          "choices": {
            "live": {
              "en": "Real payments",
              "es": "Real",
              "pt": "Pagamentos reais"
            },
            "test": {
              "en": "Tests",
              "es": "Pruebas",
              "pt": "Testes"
            }
          }
        },
        "merchantCode": {
          "type": "string",
          "label": {
            "en": "Merchant code (FUC)",
            "es": "Número de comercio (FUC)",
            "pt": "Código do estabelecimento (FUC)"
          },
          "lead": {
            "en": "9 digits",
            "es": "9 cifras",
            "pt": "9 algarismos"
          },
          "minLength": 1,
          "maxLength": 9,
          "pattern": "^[0-9]{9}$"
        },
        "terminal": {
          "type": "string",
          "label": {
            "en": "Terminal",
            "es": "Terminal",
            "pt": "Terminal"
          },
          "lead": {
            "en": "1 to 3 digits",
            "es": "De 1 a 3 cifras",
            "pt": "1 a 3 algarismos"
          },
          "minLength": 1,
          "maxLength": 3,
          "pattern": "^[0-9]{1,3}$"
        },
        "key": {
          "type": "string",
          "label": {
            "en": "Signing key of the terminal",
            "es": "Clave de firma del terminal",
            "pt": "Chave de assinatura"
          },
          "lead": {
            "en": "32 characters, from the administration portal",
            "es": "32 caracteres, del portal de administración",
            "pt": "32 caracteres, do portal de administração"
          },
          "input": "password",
          "minLength": 1,
          "maxLength": 32,
          "pattern": "^[A-Za-z0-9+/]{32}$"
        },
        "means": {
          "enum": [
            "card",
            "bizum"
          ],
          "label": {
            "en": "Payment methods",
            "es": "Métodos de pago",
            "pt": "Métodos de pagamento"
          },
          "lead": {
            "en": "Without a choice: all that the terminal has",
            "es": "Sin elegir: todos los del terminal",
            "pt": "Sem escolha: todos os do terminal"
          },
          "choices": {
            "card": {
              "en": "Card only",
              "es": "Solo tarjeta",
              "pt": "Só cartão"
            },
            "bizum": {
              "en": "Bizum only",
              "es": "Solo Bizum",
              "pt": "Só Bizum"
            }
          }
        },
        "signature": {
          "enum": [
            "sha512",
            "sha256"
          ],
          "label": {
            "en": "Signature",
            "es": "Firma",
            "pt": "Assinatura"
          },
          "lead": {
            "en": "Without a choice: SHA-512",
            "es": "Sin elegir: SHA-512",
            "pt": "Sem escolha: SHA-512"
          },
          "choices": {
            "sha512": {
              "en": "SHA-512",
              "es": "SHA-512",
              "pt": "SHA-512"
            },
            "sha256": {
              "en": "SHA-256",
              "es": "SHA-256",
              "pt": "SHA-256"
            }
          }
        }
      },
      "additionalProperties": false
    },
    "leastMinutes": 15,
    "currencies": [
      "EUR",
      "USD",
      "GBP",
      "JPY",
      "CHF",
      "CAD",
      "AUD",
      "BRL",
      "MXN",
      "PLN",
      "SEK",
      "NOK",
      "DKK",
      "CZK",
      "MAD"
    ],
    "isTest": false,
    "secrets": [
      "key"
    ]
  },
  {
    "kind": "sandbox",
    "label": {
      "en": "Sandbox",
      "es": "Entorno de pruebas",
      "pt": "Ambiente de testes"
    },
    "lead": {
      "en": "Guests choose on a page how the payment ends. No money moves.",
      "es": "Los clientes eligen en una página cómo termina el pago. No se mueve dinero.",
      "pt": "Os clientes escolhem em uma página como o pagamento termina. Não há movimento de dinheiro."
    },
    "settings": {
      "type": "object",
      "properties": {},
      "additionalProperties": false
    },
    "leastMinutes": 1,
    "currencies": null,
    "isTest": true,
    "secrets": []
  }
];
