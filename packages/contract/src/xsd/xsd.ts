import { problemModel, problemNamespace } from "../codec/codec.ts";
import { type FieldModel, type LeafModel, type ListModel, modelOf, type RecordModel } from "../codec/model.ts";
import { componentName } from "../components.ts";
import { type Operation, operations } from "../operations.ts";
import { type Element, element, serialize } from "./xsd-elements.ts";
import { namedSimpleTypes, type SimpleType, simpleType } from "./xsd-simple-types.ts";

/**
 * The XSD 1.0 of every answer and every request. Where one root stands for several records (Event, PagedResponse) XSD
 * 1.0 cannot tell them apart by their content, so the root's type is a choice of them. It imports the problem
 * documents from `problem.xsd`, which must be in the same folder.
 */
export function xsd(namespace: string): string {
  const types = new ComplexTypes();
  const roots = Array.from(recordsByRoot(), ([name, models]) => rootElement(name, models, types));
  return schema(namespace, [
    element("import", { namespace: problemNamespace, schemaLocation: "problem.xsd" }),
    ...roots,
    ...types.all(),
    ...namedSimpleTypes(),
  ]);
}

/** The XSD of problem documents, in the namespace of RFC 9457. */
export function problemXsd(): string {
  const types = new ComplexTypes();
  const root = element("element", { name: problemModel.name, type: types.reference(problemModel) });
  return schema(problemNamespace, [root, ...types.all()]);
}

const schema = (namespace: string, children: Element[]): string =>
  serialize(
    element(
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

/** The records that are documents, by the name of their root element. */
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

function rootElement(name: string, models: RecordModel[], types: ComplexTypes): Element {
  const [first, ...others] = models as [RecordModel, ...RecordModel[]];
  if (others.length === 0) return element("element", { name, type: types.reference(first) });
  const keys = (model: RecordModel) => model.fields.map(({ key }) => key).join();
  const content = others.every((other) => keys(other) === keys(first))
    ? sequence(children(first).map((field) => unitedField(field, models, types)))
    : element(
        "choice",
        {},
        chains(models).map((chain) => chainSequence(chain, types)),
      );
  return element("element", { name }, [element("complexType", {}, [content, ...attributes(first)])]);
}

const sequence = (elements: Element[]): Element => element("sequence", {}, elements);
const children = (model: RecordModel): FieldModel[] => model.fields.filter((field) => !field.attribute);

/** A field that all models have; a choice where their lists differ. */
function unitedField(field: FieldModel, models: RecordModel[], types: ComplexTypes): Element {
  if (field.value.kind !== "list") return fieldElement(field, types);
  const lists = models.map((model) => model.fields.find(({ key }) => key === field.key)!.value as ListModel);
  const choice = element(
    "choice",
    {},
    lists.map((list) => itemElement(list, types)),
  );
  return element("element", { name: field.xmlName }, [element("complexType", {}, [choice])]);
}

/** Groups of models in which each begins with all fields of the one before it, as book begins with validate. */
function chains(models: RecordModel[]): RecordModel[][] {
  const found: RecordModel[][] = [];
  for (const model of models.toSorted((one, other) => one.fields.length - other.fields.length)) {
    const chain = found.find((chain) => chain.at(-1)!.fields.every(({ key }, at) => model.fields[at]?.key === key));
    if (chain === undefined) found.push([model]);
    else chain.push(model);
  }
  return found;
}

function chainSequence(chain: RecordModel[], types: ComplexTypes): Element {
  let taken = 0;
  const parts = chain.map((model) => {
    const fields = children(model).slice(taken);
    taken += fields.length;
    return fields.map((field) => fieldElement(field, types));
  });
  return parts.reduceRight<Element | undefined>((rest, elements, index) => {
    const all = rest === undefined ? elements : [...elements, rest];
    return element("sequence", index === 0 ? {} : { minOccurs: "0" }, all);
  }, undefined)!;
}

/** The complex types in use, each made at its first reference. */
class ComplexTypes {
  readonly #byName = new Map<string, Element>();

  /** The name of the record's type. */
  reference(model: RecordModel): string {
    const name = componentName(model.schema);
    if (name === undefined) throw new Error(`The record ${model.name} is not among the components`);
    if (!this.#byName.has(name)) {
      // Reserved first, so that types are in the order of their first use.
      this.#byName.set(name, element("complexType", { name }));
      this.#byName.set(name, element("complexType", { name }, recordContent(model, this)));
    }
    return name;
  }

  all(): Element[] {
    return [...this.#byName.values()];
  }
}

const recordContent = (model: RecordModel, types: ComplexTypes): Element[] => [
  sequence(children(model).map((field) => fieldElement(field, types))),
  ...attributes(model),
];

function fieldElement(field: FieldModel, types: ComplexTypes): Element {
  const { xmlName: name, value } = field;
  const minOccurs = field.optional || field.nullable ? { minOccurs: "0" } : {};
  const notes = documentation(field);
  if (value.kind === "record") return element("element", { name, type: types.reference(value), ...minOccurs }, notes);
  if (value.kind === "list") {
    const list = element("complexType", {}, [sequence([itemElement(value, types)])]);
    return element("element", { name, ...minOccurs }, [...notes, list]);
  }
  return typed("element", { name, ...minOccurs }, simpleType(value, false), notes);
}

/** Any number of the list's elements: the validator limits a request, with a better message. */
function itemElement({ itemName: name, items }: ListModel, types: ComplexTypes): Element {
  const occurs = { minOccurs: "0", maxOccurs: "unbounded" };
  if (items.kind === "list") throw new Error("A list of lists has no form in XML");
  if (items.kind !== "record") return typed("element", { name, ...occurs }, simpleType(items, false), []);
  if (componentName(items.schema) !== undefined)
    return element("element", { name, type: types.reference(items), ...occurs });
  return element("element", { name, ...occurs }, [element("complexType", {}, recordContent(items, types))]);
}

const attributes = (model: RecordModel): Element[] =>
  model.fields
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

/** An element or attribute of a simple type, named or inline. */
const typed = (tag: string, attributes: Record<string, string>, type: SimpleType, notes: Element[]): Element =>
  typeof type === "string"
    ? element(tag, { ...attributes, type }, notes)
    : element(tag, attributes, [...notes, element("simpleType", {}, [type])]);

const documentation = ({ description }: FieldModel): Element[] =>
  description === undefined ? [] : [element("annotation", {}, [element("documentation", {}, description)])];
