/** The text that an element shows, nearly as a browser's innerText: lines for blocks, a tab between cells, nothing of what is hidden. */
export function innerText(element: Element): string {
  return shown(element)
    .replaceAll(/ *([\n\t]) */g, "$1")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const blocks =
  "address, article, aside, blockquote, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, label, legend, li, main, nav, ol, p, section, summary, table, tr, ul";

function shown(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? "").replaceAll(/[\t\n\r ]+/g, " ");
  if (node.nodeType !== 1) return "";
  const element = node as Element;
  if (element.matches("style, script, noscript, svg, textarea")) return "";
  if (element.matches("br")) return "\n";
  const { display } = element.ownerDocument.defaultView!.getComputedStyle(element);
  if (display === "none") return "";
  const text = [...element.childNodes].map(shown).join("");
  if (element.matches("td, th")) return element.nextElementSibling ? `${text.trim()}\t` : text.trim();
  return element.matches(blocks) ? `\n${text}\n` : text;
}
