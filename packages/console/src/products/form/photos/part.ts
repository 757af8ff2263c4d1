/** A part of a photo, in percent of its width and height. */
export interface PhotoPart {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const wholePhoto: PhotoPart = { x: 0, y: 0, width: 100, height: 100 };

export const isWholePhoto = ({ width, height }: PhotoPart): boolean => width > 99.9 && height > 99.9;

/** Returns width and height of a stored photo in pixels, which its id contains. */
export function photoSize(id: string): { width: number; height: number } {
  const [width = 0, height = 0] = id.split("-").at(-1)!.split("x").map(Number);
  return { width, height };
}

/** Converts a part to pixels of the stored photo. The part is at least one pixel wide and high, and inside the photo. */
export function partInPixels(
  id: string,
  part: PhotoPart,
): { left: number; top: number; width: number; height: number } {
  const { width, height } = photoSize(id);
  const left = Math.min(width - 1, Math.round((part.x / 100) * width));
  const top = Math.min(height - 1, Math.round((part.y / 100) * height));
  return {
    left,
    top,
    width: Math.min(width - left, Math.max(1, Math.round((part.width / 100) * width))),
    height: Math.min(height - top, Math.max(1, Math.round((part.height / 100) * height))),
  };
}

/** Converts a point of one part to another part of the same photo, both in percent. A point outside moves to the edge. */
export function convertPoint(
  point: { x: number; y: number },
  { from, to }: { from: PhotoPart; to: PhotoPart },
): { x: number; y: number } {
  const along = (value: number, at: "x" | "y", size: "width" | "height") => {
    const ofPhoto = from[at] + (value / 100) * from[size];
    return Math.round(Math.min(100, Math.max(0, ((ofPhoto - to[at]) / to[size]) * 100)));
  };
  return { x: along(point.x, "x", "width"), y: along(point.y, "y", "height") };
}
