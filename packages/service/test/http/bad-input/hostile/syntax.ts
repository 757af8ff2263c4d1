import { guid, type Hostile, json, malformed, xml, xmlKey } from "./request.ts";

/** Bodies that are no JSON or XML, or XML with a DOCTYPE. */
export const syntax: Hostile[] = [
  {
    name: "an external entity",
    format: "xml",
    body: `<!DOCTYPE Event [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xmlKey("&a;")}`,
    ...malformed,
    detail: /DOCTYPE/,
  },
  {
    name: "an external DTD",
    format: "xml",
    body: `<!DOCTYPE Event SYSTEM "http://127.0.0.1:9/a.dtd">${xml()}`,
    ...malformed,
    detail: /DOCTYPE/,
  },
  { name: "an undeclared entity", format: "xml", body: xmlKey("&a;"), ...malformed },
  { name: "an unbound prefix", format: "xml", body: `<p:Event Id="${guid}"/>`, ...malformed },
  { name: "nothing", format: "json", body: "", ...malformed },
  { name: "nothing", format: "xml", body: "", ...malformed },
  { name: "white space", format: "json", body: " \n", ...malformed, detail: /empty/ },
  { name: "white space", format: "xml", body: " \n", ...malformed, detail: /empty/ },
  { name: "a body cut short", format: "json", body: json().slice(0, -1), ...malformed },
  { name: "a body cut short", format: "xml", body: xml().slice(0, -1), ...malformed },
  { name: "two bodies", format: "json", body: json() + json(), ...malformed },
  { name: "two roots", format: "xml", body: xml() + xml(), ...malformed },
  { name: "XML", format: "json", body: xml(), ...malformed },
  { name: "JSON", format: "xml", body: json(), ...malformed },
  { name: "a form", format: "json", body: "id=1&apiKey=2", ...malformed },
  { name: "NaN", format: "json", body: json().replace('"value":1', '"value":NaN'), ...malformed },
  { name: "a comment", format: "json", body: `/* */${json()}`, ...malformed },
  { name: "an attribute twice", format: "xml", body: xml().replace(" Id=", ` Id="${guid}" Id=`), ...malformed },
];
