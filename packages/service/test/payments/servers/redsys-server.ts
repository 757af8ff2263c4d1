import { createCipheriv, createHmac } from "node:crypto";
import { type GuestAct, type Incoming, json, ProviderServer, post, type Reply } from "./provider-server.ts";

/** Redsys: the page to which a form is posted, its notification, the inquiry in SOAP, and refunds by REST. */

interface Operation {
  type: string;
  response: string;
  amount: number;
  currency: string;
}

interface Order {
  parameters: Record<string, string>;
  operations: Operation[];
}

type Parameters = Record<string, string>;

export class RedsysServer extends ProviderServer {
  readonly merchantCode = "999008881";
  readonly terminal = "001";
  readonly key = "sq7HjrUOBfKmC576ILgskD5srU870gJ7";
  readonly orders = new Map<string, Order>();

  protected answer(call: Incoming): Reply {
    if (call.path === "/apl02/services/SerClsWSConsulta") return this.#inquiry(call.body);
    if (call.path === "/sis/rest/trataPeticionREST") return this.#rest(JSON.parse(call.body));
    return { status: 404, body: "" };
  }

  protected override changes({ path }: Incoming): boolean {
    return path === "/sis/rest/trataPeticionREST";
  }

  #inquiry(body: string): Reply {
    const [, version = "", code, terminal, order = "", signature] =
      /<!\[CDATA\[<Messages>(<Version Ds_Version="0\.0"><Message><Monitor><Ds_MerchantCode>(\d+)<\/Ds_MerchantCode><Ds_Terminal>(\d+)<\/Ds_Terminal><Ds_Order>(\w+)<\/Ds_Order><\/Monitor><\/Message><\/Version>)<Signature>([^<]+)<\/Signature><SignatureVersion>HMAC_SHA256_V1<\/SignatureVersion><\/Messages>\]\]>/.exec(
        body,
      ) ?? [];
    const operations = this.orders.get(order)?.operations ?? [];
    const fault = (name: string) => this.#soap(`<ErrorMsg><Ds_ErrorCode>${name}</Ds_ErrorCode></ErrorMsg>`);
    if (version === "") return fault("XML0001");
    if (signature !== this.#sign("HMAC_SHA256_V1", order, version).toString("base64")) return fault("XML0023");
    if (code !== this.merchantCode || Number(terminal) !== Number(this.terminal) || operations.length === 0)
      return fault("XML0024");
    return this.#soap(operations.map((operation) => this.#response(order, operation)).join(""));
  }

  #response(order: string, { type, response, amount, currency }: Operation): string {
    return (
      `<Response Ds_Version="0.0"><Ds_MerchantCode>${this.merchantCode}</Ds_MerchantCode><Ds_Terminal>${Number(this.terminal)}</Ds_Terminal>` +
      `<Ds_Order>${order}</Ds_Order><Ds_TransactionType>${type}</Ds_TransactionType><Ds_Date>2026-06-15</Ds_Date><Ds_Hour>10:00:00</Ds_Hour>` +
      `<Ds_Amount>${amount}</Ds_Amount><Ds_Currency>${currency}</Ds_Currency><Ds_SecurePayment>1</Ds_SecurePayment><Ds_State>F</Ds_State>` +
      `<Ds_Response>${Number(response)}</Ds_Response></Response>`
    );
  }

  #soap(message: string): Reply {
    const inner = `<Messages><Version Ds_Version="0.0"><Message>${message}</Message></Version><Signature>x</Signature></Messages>`;
    const escaped = inner.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return {
      status: 200,
      headers: { "content-type": "text/xml" },
      body:
        '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
        '<p259:consultaOperacionesResponse xmlns:p259="http://webservices.apl02.redsys.es"><consultaOperacionesReturn>' +
        `${escaped}</consultaOperacionesReturn></p259:consultaOperacionesResponse></soapenv:Body></soapenv:Envelope>`,
    };
  }

  #rest(signed: Parameters): Reply {
    const parameters = this.#opened(signed);
    if (parameters === null) return json(200, { errorCode: "SIS0042" });
    const { DS_MERCHANT_ORDER: number = "", DS_MERCHANT_AMOUNT = "", DS_MERCHANT_CURRENCY = "" } = parameters;
    const order = this.orders.get(number);
    const paid = order?.operations.find(({ type, response }) => type === "0" && Number(response) <= 99);
    if (parameters.DS_MERCHANT_TRANSACTIONTYPE !== "3" || !order || !paid) return json(200, { errorCode: "SIS0054" });
    const before = order.operations.filter(({ type }) => type === "3").reduce((sum, one) => sum + one.amount, 0);
    if (DS_MERCHANT_CURRENCY !== paid.currency || before + Number(DS_MERCHANT_AMOUNT) > paid.amount)
      return json(200, { errorCode: "SIS0057" });
    const refund = { type: "3", response: "0900", amount: Number(DS_MERCHANT_AMOUNT), currency: DS_MERCHANT_CURRENCY };
    order.operations.push(refund);
    return json(200, this.sign(signed.Ds_SignatureVersion!, number, this.result(number, refund)));
  }

  protected async guest({ path, body }: Incoming, act: GuestAct): Promise<Reply | null> {
    if (path !== "/sis/realizarPago") return null;
    const parameters = this.#opened(Object.fromEntries(new URLSearchParams(body)));
    if (parameters === null) return { status: 200, body: "SIS0042: the signature is wrong" };
    const number = parameters.DS_MERCHANT_ORDER!;
    // SIS0051: repeated order.
    if (this.orders.get(number)?.operations.some(({ response }) => Number(response) <= 99)) return null;
    if (act === "look") return { status: 200, body: "Card or Bizum" };
    const order = this.orders.get(number) ?? { parameters, operations: [] };
    this.orders.set(number, order);
    order.operations.push({
      type: "0",
      response: act === "decline" ? "0190" : act === "cancel" ? "9915" : "0000",
      amount: Number(parameters.DS_MERCHANT_AMOUNT) - (act === "pay-less" ? 1 : 0),
      currency: act === "pay-otherwise" ? "840" : parameters.DS_MERCHANT_CURRENCY!,
    });
    if (act !== "pay-unreported") await this.report(number);
    return { status: 303, headers: { location: parameters.DS_MERCHANT_URLOK! }, body: "" };
  }

  async report(number: string): Promise<void> {
    const { parameters, operations } = this.orders.get(number)!;
    const body = this.form(this.result(number, operations[0]!));
    await post(parameters.DS_MERCHANT_MERCHANTURL!, { "content-type": "application/x-www-form-urlencoded" }, body);
  }

  /** Makes the body of a notification. */
  form(result: Parameters, version = "HMAC_SHA512_V2"): string {
    return new URLSearchParams(this.sign(version, result.Ds_Order!, result)).toString();
  }

  result(number: string, { type, response, amount, currency }: Operation): Parameters {
    return {
      ...{
        Ds_Date: "15%2F06%2F2026",
        Ds_Hour: "10%3A00",
        Ds_SecurePayment: "1",
        Ds_Card_Country: "724",
        Ds_Card_Brand: "1",
      },
      ...{ Ds_Amount: String(amount), Ds_Currency: currency, Ds_Order: number, Ds_Response: response },
      ...{ Ds_MerchantCode: this.merchantCode, Ds_Terminal: this.terminal, Ds_TransactionType: type },
    };
  }

  sign(version: string, order: string, parameters: Parameters): Parameters {
    const encoded = Buffer.from(JSON.stringify(parameters)).toString("base64url");
    const signature = this.#sign(version, order, encoded).toString("base64url");
    return { Ds_SignatureVersion: version, Ds_MerchantParameters: encoded, Ds_Signature: signature };
  }

  /** Returns the parameters of a request of this terminal; null if it is wrongly signed. */
  #opened({ Ds_SignatureVersion = "", Ds_MerchantParameters = "", Ds_Signature = "" }: Parameters): Parameters | null {
    const parameters = JSON.parse(Buffer.from(Ds_MerchantParameters, "base64").toString()) as Parameters;
    const signature = this.#sign(Ds_SignatureVersion, parameters.DS_MERCHANT_ORDER ?? "", Ds_MerchantParameters);
    const isRight = Buffer.from(Ds_Signature, "base64").equals(signature);
    return isRight && parameters.DS_MERCHANT_MERCHANTCODE === this.merchantCode ? parameters : null;
  }

  #sign(version: string, order: string, text: string): Buffer {
    if (version === "HMAC_SHA256_V1") {
      const cipher = createCipheriv("des-ede3-cbc", Buffer.from(this.key, "base64"), Buffer.alloc(8));
      cipher.setAutoPadding(false);
      const filled = order.padEnd(Math.ceil(order.length / 8) * 8, "\0");
      return createHmac("sha256", cipher.update(filled)).update(text).digest();
    }
    const cipher = createCipheriv("aes-128-cbc", this.key.slice(0, 16), "\0".repeat(16));
    const diversified = cipher.update(order, "utf8", "base64") + cipher.final("base64");
    return createHmac("sha512", diversified).update(text).digest();
  }
}
