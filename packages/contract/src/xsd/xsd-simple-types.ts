import { type LeafModel, modelOf, type NumberModel, type TextFormat, type TextModel } from "../codec/model.ts";
import * as codes from "../codes.ts";
import * as contract from "../schemas.ts";
import { type XsdElement, xsdElement } from "./xsd-elements.ts";

/** A simple type: the name of a named type, or an inline restriction. */
export type SimpleType = string | XsdElement;

/** Names of the types of formats that are used often. */
const names: Partial<Record<TextFormat, string>> = {
  id: "Guid",
  "currency-code": "CurrencyCode",
  "local-date-time": "LocalDateTime",
};

/**
 * Every enumeration has a named type: code generators make an enumeration from a named type, and plain text from an
 * unnamed one.
 */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  ProductTypeCode: codes.productTypeCodes,
  AvailabilityCode: codes.availabilityCodes,
  PageTypeCode: codes.pageTypeCodes,
  CategoryCode: codes.categoryCodes,
  Language: codes.languages,
  QuestionType: codes.questionTypes,
  OwnQuestionScope: codes.ownQuestionScopes,
  OwnQuestionKind: codes.ownQuestionKinds,
  OrderStatus: codes.orderStatuses,
  OrderEnder: codes.orderEnders,
  HoldStatus: codes.holdStatuses,
  PaymentState: codes.paymentStates,
  PaymentPageMethod: ["GET", "POST"],
  ChangeStatus: codes.changeStatuses,
  StepsCount: codes.stepsCounts,
  StepsApply: codes.stepsApplications,
  TermsBasis: codes.termsBases,
  TermsCollector: codes.termsCollectors,
  PercentBase: codes.percentBases,
  DueDate: codes.dueDates,
  CancellationShare: codes.cancellationShares,
  NoShowRule: codes.noShowRules,
  StatementPeriod: codes.statementPeriods,
  LimitKind: codes.limitKinds,
  StatementLineKind: codes.statementLineKinds,
  StatementState: codes.statementStates,
  UsdCurrencyCode: ["USD"],
};

function enumerationName(values: readonly string[]): string {
  const found = Object.entries(enumerations).find(([, those]) => those.join() === values.join());
  if (found === undefined) throw new Error(`The enumeration ${values.join()} has no name`);
  return found[0];
}

/** Returns the type of a leaf. An attribute is a token, so white space around it is ignored. */
export function simpleType(model: LeafModel, isAttribute: boolean): SimpleType {
  if (model.kind === "flag") return "xs:boolean";
  if (model.kind !== "text") return numberType(model);
  if (model.format === "date-time") return "xs:dateTime";
  if (model.oneOf !== undefined) return enumerationName(model.oneOf);
  return (model.format && names[model.format]) ?? textType(model, isAttribute);
}

/** The definitions of the named types. */
export function namedSimpleTypes(): XsdElement[] {
  const fields = [...modelOf(contract.Event).fields, ...modelOf(contract.Currency).fields];
  const patterns = Object.entries(names).map(([format, name]) => {
    const model = fields.map(({ value }) => value).find((value) => value.kind === "text" && value.format === format);
    const base = format === "local-date-time" ? "xs:dateTime" : "xs:token";
    return xsdElement("simpleType", { name }, [restriction(base, patternFacet(model as TextModel))]);
  });
  const closed = Object.entries(enumerations).map(([name, values]) => {
    const facets = values.map((value) => facet("enumeration", value));
    return xsdElement("simpleType", { name }, [restriction("xs:token", facets)]);
  });
  return [...patterns, ...closed];
}

const restriction = (base: string, facets: XsdElement[]): XsdElement => xsdElement("restriction", { base }, facets);
const facet = (name: string, value: string | number): XsdElement => xsdElement(name, { value: `${value}` });

/** XSD patterns match the whole value and have no anchors. */
const patternFacet = ({ pattern }: TextModel): XsdElement[] =>
  pattern === undefined ? [] : [facet("pattern", pattern.replace(/^\^/, "").replace(/\$$/, ""))];

function textType(model: TextModel, isAttribute: boolean): SimpleType {
  const isToken = isAttribute || model.format !== undefined;
  const base = isToken ? "xs:token" : "xs:string";
  const facets = [
    ...patternFacet(model),
    ...(model.minLength > 0 ? [facet("minLength", model.minLength)] : []),
    ...(Number.isFinite(model.maxLength) ? [facet("maxLength", model.maxLength)] : []),
  ];
  return facets.length === 0 ? base : restriction(base, facets);
}

function numberType({ kind, minimum, maximum }: NumberModel): SimpleType {
  // xs:long is used because generated clients represent xs:integer as text.
  const base = kind === "integer" ? "xs:long" : "xs:decimal";
  const facets = [
    ...(Number.isFinite(minimum) ? [facet("minInclusive", minimum)] : []),
    ...(Number.isFinite(maximum) ? [facet("maxInclusive", maximum)] : []),
  ];
  return facets.length === 0 ? base : restriction(base, facets);
}
