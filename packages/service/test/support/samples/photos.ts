import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import type { Operator } from "../console.ts";

/** A PNG of one colour. */
export const photoBytes = (background = "red", { width, height } = { width: 300, height: 300 }): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Serves a photo on this machine, and returns its address. The server does not keep the process alive. */
export async function servedPhoto(): Promise<string> {
  const photo = await photoBytes("green");
  const host = createServer((_, answer) => answer.end(photo));
  await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening));
  host.unref();
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}/photo.png`;
}

/** Uploads a photo for the operator. Returns the call that crops it. */
export async function photoCrop(operator: Operator): Promise<{ path: string; body: object }> {
  const { id } = await operator.upload("/photos", "image/png", await photoBytes("blue"));
  return { path: `/photos/${id}/crop`, body: { left: 0, top: 0, width: 250, height: 250 } };
}
