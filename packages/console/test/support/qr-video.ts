import { writeFile } from "node:fs/promises";
import { encode } from "uqr";

const width = 640;
const height = 480;
const modulePixels = 8;

/** Writes the camera picture of a QR code: one frame of uncompressed video (YUV4MPEG2), which the browser repeats. */
export async function writeQrVideo(path: string, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const left = Math.floor((width - size * modulePixels) / 2);
  const top = Math.floor((height - size * modulePixels) / 2);
  const light = Buffer.alloc(width * height, 235);
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark)
        for (let line = 0; line < modulePixels; line++) {
          const start = (top + y * modulePixels + line) * width + left + x * modulePixels;
          light.fill(16, start, start + modulePixels);
        }
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`;
  await writeFile(path, Buffer.concat([Buffer.from(header), light, colourless]));
}
