import { escapeHtml } from "../operators/email.ts";

/** Returns a letter's text as HTML: its paragraphs and links. The line with the voucher's address becomes a button. */
export const letterHtml = (
  text: string,
  voucher: { address: string; button: string } | null,
  colours: { band: string; onBand: string },
): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .flatMap((paragraph) => {
      const isVoucher = (line: string) => voucher !== null && line.includes(voucher.address);
      const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
      const plain = lines.filter((line) => !isVoucher(line));
      return [
        ...(plain.length > 0 ? [`<p style="margin:0 0 16px">${plain.map(linked).join("<br>\n")}</p>`] : []),
        ...(voucher && lines.some(isVoucher) ? [button(voucher, colours)] : []),
      ];
    })
    .join("\n");

const button = (
  { address, button }: { address: string; button: string },
  { band, onBand }: { band: string; onBand: string },
): string =>
  `<p style="margin:4px 0 20px"><a href="${escapeHtml(address)}" style="display:inline-block;background:${band};color:${onBand};text-decoration:none;font-weight:600;padding:13px 22px;border-radius:8px">${escapeHtml(button)}</a></p>`;

/** Returns a line with its web addresses as links. */
const linked = (line: string): string =>
  line
    .split(/(https?:\/\/\S+)/)
    .map((part, n) => (n % 2 === 0 ? escapeHtml(part) : link(part)))
    .join("");

/** A sentence's end is no part of an address. */
function link(found: string): string {
  const end = /[.,;:!?)\]]{0,3}$/.exec(found)!.index;
  const address = escapeHtml(found.slice(0, end));
  return `<a href="${address}">${address}</a>${escapeHtml(found.slice(end))}`;
}
