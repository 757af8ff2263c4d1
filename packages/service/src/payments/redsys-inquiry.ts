import { SaxesParser } from "saxes";
import { redsysSignature } from "./redsys-signature.ts";

/**
 * The inquiry of Redsys, in SOAP: all operations of an order. Formats: "TPV-Virtual Consulta SOAP", RS.TE.CEL.MAN.0021 (messages Monitor and
 * ErrorMsg), as the public libraries civitatis/redsys-query-php and juspay/hyperswitch use it.
 */

export interface Terminal {
  merchantCode: string;
  terminal: string;
  key: string;
}

/** An operation on an order. Type 0 is the payment, 3 a refund, 9 the reversal of the payment. */
export interface Operation {
  type: string;
  /** `F`: ended. Otherwise requested, authenticating or authorizing. */
  state: string;
  /** Null: not yet decided. */
  response: number | null;
  amount: number;
  /** Numeric, of ISO 4217. */
  currency: string;
}

/** Makes the body of an inquiry. The order of the elements is fixed, and the signature is over the element Version as it is sent. */
export function inquiryOf({ merchantCode, terminal, key }: Terminal, order: string): string {
  const version =
    `<Version Ds_Version="0.0"><Message><Monitor><Ds_MerchantCode>${merchantCode}</Ds_MerchantCode>` +
    `<Ds_Terminal>${terminal}</Ds_Terminal><Ds_Order>${order}</Ds_Order></Monitor></Message></Version>`;
  const signature = redsysSignature("HMAC_SHA256_V1", key, order, version).toString("base64");
  const messages = `<Messages>${version}<Signature>${signature}</Signature><SignatureVersion>HMAC_SHA256_V1</SignatureVersion></Messages>`;
  return (
    '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:web="http://webservices.apl02.redsys.es"><soapenv:Header/><soapenv:Body><web:consultaOperaciones><cadenaXML>' +
    `<![CDATA[${messages}]]></cadenaXML></web:consultaOperaciones></soapenv:Body></soapenv:Envelope>`
  );
}

/** Redsys knows no operation of this order. */
const noOperations = "XML0024";

/** Reads the answer of an inquiry: the order's operations, or the reason why they are not known. */
export function operationsOf(xml: string, order: string): Operation[] | string {
  try {
    const inner = elementsOf(xml, "consultaOperacionesResponse")[0]?.consultaOperacionesReturn;
    if (inner === undefined) return "Redsys's answer is no answer of an inquiry.";
    const fault = elementsOf(inner, "ErrorMsg")[0]?.Ds_ErrorCode;
    if (fault !== undefined) return fault === noOperations ? [] : `Redsys refused the inquiry: ${fault.slice(0, 20)}.`;
    const found = elementsOf(inner, "Response");
    if (found.length === 0) return "Redsys's answer has no operation.";
    // An answer for another order is no answer to this inquiry.
    return found.every((one) => one.Ds_Order === order) ? found.map(operationOf) : "Redsys answered for another order.";
  } catch (error) {
    if (error instanceof InquiryError) return `Redsys's answer cannot be read: ${error.message}.`;
    throw error;
  }
}

class InquiryError extends Error {
  override name = "InquiryError";
}

function operationOf(element: Record<string, string>): Operation {
  const { Ds_TransactionType = "", Ds_State = "", Ds_Response = "", Ds_Amount = "", Ds_Currency = "" } = element;
  if (!/^\d{1,12}$/.test(Ds_Amount)) throw new InquiryError("an operation has no amount");
  return {
    type: Ds_TransactionType,
    state: Ds_State,
    response: /^\d{1,4}$/.test(Ds_Response) ? Number(Ds_Response) : null,
    amount: Number(Ds_Amount),
    currency: Ds_Currency.padStart(3, "0"),
  };
}

/** Returns the texts of the children of each element of a name, without its namespace. */
function elementsOf(xml: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const open: { local: string; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.text += text;
  };
  parser.on("error", () => {
    throw new InquiryError("it is not well-formed XML");
  });
  parser.on("doctype", () => {
    throw new InquiryError("it has a DOCTYPE");
  });
  parser.on("opentag", ({ local }) => {
    if (open.push({ local, text: "" }) > 32) throw new InquiryError("it is nested too deep");
    if (local === name) found.push({});
  });
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const { local, text } = open.pop()!;
    if (open.at(-1)?.local === name) found.at(-1)![local] = text.trim();
  });
  parser.write(xml).close();
  return found;
}
