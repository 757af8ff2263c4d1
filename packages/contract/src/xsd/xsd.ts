import { problemModel, problemNamespace } from "../codec/codec.ts";
import { type FieldModel, type LeafModel, type ListModel, modelOf, type RecordModel } from "../codec/model.ts";
import { componentName } from "../components.ts";
import { type Operation, operations } from "../operations.ts";
import { serializeXsd, type XsdElement, xsdElement } from "./xsd-elements.ts";
import { namedSimpleTypes, type SimpleType, simpleType } from "./xsd-simple-types.ts";

/**
 * The XSD 1.0 of every answer and every request. It imports the problem documents from `problem.xsd`, which must be in the
 * same folder.
 */
export function xsd(namespace: string): string {
  const types = new ComplexTypes();
  const roots = Array.from(recordsByRoot(), ([name, models]) => rootElement(name, models, types));
  return schema(namespace, [
    xsdElement("import", { namespace: problemNamespace, schemaLocation: "problem.xsd" }),
    ...roots,
    ...types.all(),
    ...namedSimpleTypes(),
  ]);
}

/** The XSD of problem documents, in the namespace of RFC 9457. */
export function problemXsd(): string {
  const types = new ComplexTypes();
  const root = xsdElement("element", { name: problemModel.name, type: types.reference(problemModel) });
  return schema(problemNamespace, [root, ...types.all()]);
}

const schema = (namespace: string, children: XsdElement[]): string =>
  serializeXsd(
    xsdElement(
      "schema",
      {
        "xmlns:xs": "http://www.w3.org/2001/XMLSchema",
        xmlns: namespace,
        targetNamespace: namespace,
        elementFormDefault: "qualified",
      },
      children,
    ),
  );

/** Returns the records that are documents, by the name of their root element. */
function recordsByRoot(): Map<string, RecordModel[]> {
  const roots = new Map<string, RecordModel[]>();
  for (const operation of Object.values(operations) as Operation[]) {
    for (const schema of [operation.request, operation.response]) {
      if (schema === undefined) continue;
      const model = modelOf(schema);
      const models = roots.get(model.name) ?? [];
      if (!models.includes(model)) roots.set(model.name, [...models, model]);
    }
  }
  return roots;
}

/**
 * If several records share a root element, its type has the fields of all these records, in one sequence. Code generators make one class
 * from it, and send only the fields that a program sets. A field that a record lacks is optional.
 */
function rootElement(name: string, models: RecordModel[], types: ComplexTypes): XsdElement {
  const [first, ...others] = models as [RecordModel, ...RecordModel[]];
  if (others.length === 0) return xsdElement("element", { name, type: types.reference(first) });
  const fields = unitedFields(models).map((field) => ({ field, isShared: models.every((model) => has(model, field)) }));
  const united = fields.map(({ field, isShared }) => ({ ...field, optional: field.optional || !isShared }));
  const elements = united.filter(({ attribute }) => !attribute).map((field) => unitedField(field, models, types));
  return xsdElement("element", { name }, [xsdElement("complexType", {}, [sequence(elements), ...attributes(united)])]);
}

const has = (model: RecordModel, { key }: FieldModel): boolean => model.fields.some((field) => field.key === key);

/** Returns the fields of all models. Each field stands after every field that comes before it in some model. */
function unitedFields(models: RecordModel[]): FieldModel[] {
  const united: FieldModel[] = [];
  const queues = models.map(({ fields }) => [...fields]);
  for (;;) {
    const heads = queues.flatMap(([head]) => head ?? []);
    if (heads.length === 0) return united;
    const next = heads.find(({ key }) => !queues.some((queue) => queue.findIndex((field) => field.key === key) > 0));
    if (next === undefined) throw new Error("The records of one root have their fields in different orders");
    const taken = queues.filter(([head]) => head?.key === next.key).map((queue) => queue.shift()!);
    united.push({ ...next, nullable: taken.some(({ nullable }) => nullable) });
  }
}

const sequence = (elements: XsdElement[]): XsdElement => xsdElement("sequence", {}, elements);
const children = (model: RecordModel): FieldModel[] => model.fields.filter((field) => !field.attribute);

/** Returns the element of a field that some of the models have: a choice where their lists differ. */
function unitedField(field: FieldModel, models: RecordModel[], types: ComplexTypes): XsdElement {
  if (field.value.kind !== "list") return fieldElement(field, types);
  const lists = models.flatMap(({ fields }) => fields.find(({ key }) => key === field.key)?.value ?? []) as ListModel[];
  const items = new Map(lists.map((list) => [list.itemName, itemElement(list, types)]));
  if (items.size === 1) return fieldElement(field, types);
  const choice = xsdElement("choice", {}, [...items.values()]);
  return xsdElement("element", { name: field.xmlName }, [xsdElement("complexType", {}, [choice])]);
}

/** The complex types in use. Each is made at its first reference. */
class ComplexTypes {
  readonly #byName = new Map<string, XsdElement>();

  /**
   * The name of the record's type. Requests use the name Event for an element, so a generator would make two classes of
   * one name.
   */
  reference(model: RecordModel): string {
    const component = componentName(model.schema);
    if (component === undefined) throw new Error(`The record ${model.name} is not among the components`);
    const name = component === "Event" ? "EventRecord" : component;
    if (!this.#byName.has(name)) {
      // The name is reserved before the record's own types, so that types are in the order of their first use.
      this.#byName.set(name, xsdElement("complexType", { name }));
      this.#byName.set(name, xsdElement("complexType", { name }, recordContent(model, this)));
    }
    return name;
  }

  all(): XsdElement[] {
    return [...this.#byName.values()];
  }
}

const recordContent = (model: RecordModel, types: ComplexTypes): XsdElement[] => [
  sequence(children(model).map((field) => fieldElement(field, types))),
  ...attributes(model.fields),
];

function fieldElement(field: FieldModel, types: ComplexTypes): XsdElement {
  const { xmlName: name, value } = field;
  const minOccurs = field.optional || field.nullable ? { minOccurs: "0" } : {};
  const notes = documentation(field);
  if (value.kind === "record")
    return xsdElement("element", { name, type: types.reference(value), ...minOccurs }, notes);
  if (value.kind === "list") {
    const list = xsdElement("complexType", {}, [sequence([itemElement(value, types)])]);
    return xsdElement("element", { name, ...minOccurs }, [...notes, list]);
  }
  return typed("element", { name, ...minOccurs }, simpleType(value, false), notes);
}

/** Returns the element of a list's records, in any number. The validator limits the number of a request, with a better message. */
function itemElement({ itemName: name, items }: ListModel, types: ComplexTypes): XsdElement {
  const occurs = { minOccurs: "0", maxOccurs: "unbounded" };
  if (items.kind === "list") throw new Error("A list of lists has no form in XML");
  if (items.kind !== "record") return typed("element", { name, ...occurs }, simpleType(items, false), []);
  if (componentName(items.schema) !== undefined)
    return xsdElement("element", { name, type: types.reference(items), ...occurs });
  return xsdElement("element", { name, ...occurs }, [xsdElement("complexType", {}, recordContent(items, types))]);
}

const attributes = (fields: FieldModel[]): XsdElement[] =>
  fields
    .filter((field) => field.attribute)
    .map((field) => {
      const use = field.optional || field.nullable ? "optional" : "required";
      return typed(
        "attribute",
        { name: field.xmlName, use },
        simpleType(field.value as LeafModel, true),
        documentation(field),
      );
    });

/** Makes an element or attribute of a simple type, which is named or inline. */
const typed = (tag: string, attributes: Record<string, string>, type: SimpleType, notes: XsdElement[]): XsdElement =>
  typeof type === "string"
    ? xsdElement(tag, { ...attributes, type }, notes)
    : xsdElement(tag, attributes, [...notes, xsdElement("simpleType", {}, [type])]);

const documentation = ({ description }: FieldModel): XsdElement[] =>
  description === undefined ? [] : [xsdElement("annotation", {}, [xsdElement("documentation", {}, description)])];
