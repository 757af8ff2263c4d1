import {
  contentWidth,
  drawDecoration,
  type PaperSheet,
  paperLayout,
  pdfColors,
  type TextStyle,
  textHeight,
  textStyles,
  writeTextPart,
} from "./sheet.ts";

/** The band at the top of a first page: the operator at the left, what the paper is at the right. */
export interface BandContent {
  name: string;
  title: string;
  reference: string;
  /** Width of title and reference, in points. */
  titleWidth: number;
  logo: { bytes: Uint8Array; width: number; height: number; ground: "light" | "dark" | null } | null;
}

const left = paperLayout.margin;
/** Between the two parts of the band. */
const gap = 28;

/** Writes the band of a first page. Writing continues below it. */
export function writeBand(sheet: PaperSheet, { name, title, reference, titleWidth, logo }: BandContent): void {
  const { doc, brand, frame } = sheet;
  const ground = frame.test ? pdfColors.test : brand.band;
  const onGround = frame.test ? pdfColors.white : brand.onBand;
  drawDecoration(sheet, () => {
    doc.rect(0, 0, paperLayout.width, paperLayout.bandHeight).fill(ground);
    if (!frame.test) doc.rect(0, paperLayout.bandHeight, paperLayout.width, 4).fill(brand.strip);
  });

  const nameStyle: TextStyle = { face: "bold", sizes: [19, 16, 13, 10.5], lines: 2, most: 5, color: onGround };
  const beside = logo ? drawLogo(sheet, logo, onGround) : 0;
  const width = contentWidth - titleWidth - gap - beside;
  const above = (paperLayout.bandHeight - textHeight(sheet, name, width, nameStyle)) / 2;
  writeTextPart(sheet, "P", name, { x: left + beside, y: above, width }, nameStyle);

  const box = { x: left + contentWidth - titleWidth, y: 25, width: titleWidth };
  const titleStyle: TextStyle = { ...textStyles.label, sizes: [9.5], color: onGround, align: "right" };
  const y = writeTextPart(sheet, "P", title, box, titleStyle);
  const style: TextStyle = { face: "code", sizes: [17, 14, 11], lines: 1, color: onGround, align: "right" };
  writeTextPart(sheet, "P", reference, { ...box, y: y + 3 }, style);
  sheet.y = paperLayout.bandHeight;
}

const logoBox = { width: 110, height: 52, padding: 5 };

/** Draws the logo at the left of the band, on a plate if the logo is not legible on the band. Returns the width that the logo takes, with the gap. */
function drawLogo(
  sheet: PaperSheet,
  { bytes, width, height, ground }: NonNullable<BandContent["logo"]>,
  onGround: string,
): number {
  const { doc } = sheet;
  const scale = Math.min(logoBox.width / width, logoBox.height / height);
  const [wide, high] = [width * scale, height * scale];
  const top = (paperLayout.bandHeight - high) / 2;
  const isBandDark = onGround === pdfColors.white;
  const plate = ground === null || (ground === "dark") === isBandDark ? null : ground;
  const around = plate ? logoBox.padding : 0;
  // The name beside it says whose logo it is.
  drawDecoration(sheet, () => {
    if (plate)
      doc
        .roundedRect(left, top - around, wide + 2 * around, high + 2 * around, 4)
        .fill(plate === "light" ? pdfColors.white : pdfColors.ink);
    doc.image(Buffer.from(bytes), left + around, top, { width: wide, height: high });
  });
  return wide + 2 * around + 14;
}
