import { mapLink, pointLink } from "../texts/map-link.ts";
import type { VoucherPoint } from "./content.ts";
import { pickupLine, voucherLabels } from "./labels.ts";
import {
  contentWidth,
  ensureSpace,
  hasRoom,
  headingHeight,
  paperLayout,
  pdfColors,
  type TextStyle,
  textHeight,
  textStyles,
  type VoucherSheet,
  writeHeading,
  writeTextPart,
} from "./sheet.ts";

/** The places where the party meets: the meeting points of the item or product, or else the venue. */

const left = paperLayout.margin;

/**
 * Writes the only meeting point, or else the venue. Returns false if the page still needs the list of meeting points:
 * there are several, or the only one does not fit here.
 */
export function writePlaceBeside(sheet: VoucherSheet, width: number): boolean {
  const { meetingPoints = [], lang } = sheet.content;
  const [only, ...others] = meetingPoints;
  const hasSpace = others.length === 0 && only && hasRoom(sheet, headingHeight + pointHeight(sheet, only, width));
  if (!hasSpace) {
    writePlace(sheet, width);
    return meetingPoints.length === 0;
  }
  sheet.y =
    writeTextPart(sheet, "H2", voucherLabels[lang].meetingPoint, { x: left, y: sheet.y, width }, textStyles.label) + 3;
  writePoint(sheet, only, width);
  return true;
}

/** Writes all meeting points, each on one page. */
export function writePoints(sheet: VoucherSheet): void {
  const { meetingPoints = [], lang } = sheet.content;
  const { meetingPoint, meetingPoints: several } = voucherLabels[lang];
  const title = meetingPoints.length === 1 ? meetingPoint : several;
  sheet.y += 24;
  ensureSpace(sheet, headingHeight + pointHeight(sheet, meetingPoints[0]!, contentWidth));
  writeHeading(sheet, "H2", title);
  for (const [n, point] of meetingPoints.entries()) {
    if (n > 0 && ensureSpace(sheet, pointHeight(sheet, point, contentWidth))) writeHeading(sheet, "again", title);
    writePoint(sheet, point, contentWidth);
    sheet.y += 10;
  }
}

/** Writes the place and time at which the party is picked up, if the place is known; else the hotel that the guest gave. */
export function writePickup(sheet: VoucherSheet, width: number): void {
  const { pickup, hotel, lang } = sheet.content;
  const box = { x: left, width };
  if (!pickup) {
    if (!hotel) return;
    const y = writeTextPart(sheet, "H2", voucherLabels[lang].hotel, { ...box, y: sheet.y }, textStyles.label) + 3;
    sheet.y = writeTextPart(sheet, "P", hotel, { ...box, y }, addressText) + 18;
    return;
  }
  const time = pickupLine(pickup, lang);
  const link = pointLink(pickup);
  let y = writeTextPart(sheet, "H2", voucherLabels[lang].pickup, { ...box, y: sheet.y }, textStyles.label) + 3;
  y = writeTextPart(sheet, "P", pickup.name, { ...box, y }, venueName) + 3;
  if (pickup.address) y = writeTextPart(sheet, "P", pickup.address, { ...box, y }, addressText) + 5;
  if (time) y = writeTextPart(sheet, "P", time, { ...box, y }, { ...textStyles.small, face: "bold" }) + 5;
  if (link) y = writeTextPart(sheet, "Link", voucherLabels[lang].map, { ...box, y }, mapStyle(sheet, link));
  sheet.y = y + 18;
}

/** Returns the parts of a meeting point, each with the gap below it. */
function partsOf(
  sheet: VoucherSheet,
  point: VoucherPoint,
): { tag: string; text: string; style: TextStyle; gap: number }[] {
  const { arrive, map } = voucherLabels[sheet.content.lang];
  const link = pointLink(point);
  const minutes = point.arriveMinutesBefore;
  return [
    { tag: "P", text: point.name, style: venueName, gap: 3 },
    { tag: "P", text: point.address, style: addressText, gap: 5 },
    {
      tag: "P",
      text: minutes === null ? "" : arrive(minutes),
      style: { ...textStyles.small, face: "bold" as const },
      gap: 5,
    },
    // A text of 1000 characters, the maximum, fits into the narrow width.
    { tag: "P", text: point.instructions ?? "", style: { ...textStyles.small, most: 26 }, gap: 5 },
    { tag: "Link", text: link === null ? "" : map, style: mapStyle(sheet, link ?? ""), gap: 0 },
  ].filter(({ text }) => text !== "");
}

function writePoint(sheet: VoucherSheet, point: VoucherPoint, width: number): void {
  for (const { tag, text, style, gap } of partsOf(sheet, point))
    sheet.y = writeTextPart(sheet, tag, text, { x: left, y: sheet.y, width }, style) + gap;
}

const pointHeight = (sheet: VoucherSheet, point: VoucherPoint, width: number): number =>
  partsOf(sheet, point).reduce((sum, { text, style, gap }) => sum + textHeight(sheet, text, width, style) + gap, 0);

function writePlace(sheet: VoucherSheet, width: number): void {
  const { content } = sheet;
  const label = voucherLabels[content.lang];
  const link = mapLink(content);
  if (link === null) return;
  const box = { x: left, width };
  let y = writeTextPart(sheet, "H2", label.place, { ...box, y: sheet.y }, textStyles.label) + 3;
  if (content.venue) y = writeTextPart(sheet, "P", content.venue, { ...box, y }, venueName) + 3;
  if (content.address) y = writeTextPart(sheet, "P", content.address, { ...box, y }, addressText) + 5;
  sheet.y = writeTextPart(sheet, "Link", label.map, { ...box, y }, mapStyle(sheet, link));
}

const venueName: TextStyle = { face: "bold", sizes: [14, 12.5], lines: 2, most: 6, color: pdfColors.ink };
const addressText: TextStyle = { face: "text", sizes: [11, 10], lines: 5, most: 8, color: pdfColors.ink };
const mapStyle = ({ brand }: VoucherSheet, link: string): TextStyle => ({
  face: "text",
  sizes: [9.8],
  lines: 1,
  color: brand.accent,
  link,
});
