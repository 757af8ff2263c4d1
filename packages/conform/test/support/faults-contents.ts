import { changeJson, inText, rewritten } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in contents of products. */

const contents = /^GET \/api\/\w\w\/contents/;

export const contentsFaults: ServiceFault[] = [
  {
    what: "a field of a content that the interface lacks",
    finds: "contents.shape.json",
    fault: changeJson(contents, (value) => {
      for (const content of value.values) content.rating = 5;
    }),
  },
  {
    what: "an element of a content that the interface lacks",
    finds: "contents.shape.xml",
    fault: inText(contents, "xml", (text) => text.replace("</Content>", "<Rating>5</Rating></Content>")),
  },
  {
    what: "another time zone in XML than in JSON",
    finds: "contents.same",
    fault: inText(contents, "xml", (text) => text.replace(/<TimeZone>[^<]+/, "<TimeZone>Asia/Tokyo")),
  },
  {
    what: "a product without a content",
    finds: "contents.products",
    fault: changeJson(contents, (value) => {
      value.values.pop();
    }),
  },
  {
    what: "a text in another language that does not exist",
    finds: "contents.other-languages",
    fault: changeJson(contents, (value) => {
      for (const content of value.values) content.otherLanguages.push({ pointer: "/subtitle", lang: "en" });
    }),
  },
  {
    what: "an id of contents that is not read",
    finds: "contents.id",
    fault: rewritten((path) => path.replace(/(contents.*)[?&]id=[\w-]+/, "$1")),
  },
  {
    what: "a version of contents that is not read",
    finds: "contents.version",
    fault: rewritten((path) => path.replace(/(contents.*)[?&]version=\d+/, "$1")),
  },
];
