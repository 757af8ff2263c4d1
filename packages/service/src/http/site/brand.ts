import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { assetFolder } from "../../assets.ts";
import { type Brand, readBrand } from "../../domain/operators/brand.ts";
import type { Service } from "../../service.ts";

/**
 * The operator's logo and colours on the pages that anybody can read: one style sheet, which a page loads after its own
 * style sheet.
 */

const brandSheet = "/docs/brand.css";
export const brandLink = `<link rel="stylesheet" href="${brandSheet}">`;
/** The icon of the browser's tab: the operator's logo, else Paseo's logo. */
export const iconLink = '<link rel="icon" href="/docs/icon">';
/**
 * The places where a page shows the logo. The style sheet draws it, so that cached pages need not be made again when it
 * changes.
 */
export const logoMark = '<span class="operator-logo" aria-hidden="true"></span>';

export function registerBrand(app: FastifyInstance, { db, config }: Service): void {
  app.get(brandSheet, { config: { load: "documents" } }, async (request, reply) => {
    const css = styleSheet(await readBrand(db, config));
    const etag = `"${createHash("sha256").update(css).digest("base64url")}"`;
    reply.headers({ etag, "content-type": "text/css; charset=utf-8", "cache-control": "public, no-cache" });
    if (request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
    return reply.send(css);
  });
  app.get("/docs/icon", { config: { load: "documents" } }, async (_request, reply) => {
    const { logo } = await readBrand(db, config);
    reply.header("cache-control", "public, max-age=600");
    if (logo) return reply.redirect(logoFile(logo), 302);
    return reply.header("content-type", "image/svg+xml").send(await ownIcon);
  });
}

const ownIcon = readFile(new URL("icon.svg", assetFolder("site")));
const logoFile = ({ id }: { id: string }): string => `/photos/${id}/640.webp`;

const plates = { light: "#ffffff", dark: "#0b1519" };

function styleSheet({ logo, colours }: Pick<Brand, "logo" | "colours">): string {
  const rules: string[] = [];
  if (colours) {
    const { light, dark, band } = colours;
    const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
    rules.push(
      `:root { --brand: ${band}; --accent: ${both("accent")}; --accent-soft: ${both("soft")}; --on-accent: ${both("onAccent")}; }`,
    );
  }
  if (logo) {
    const plate = logo.ground && `background-color: ${plates[logo.ground]}; padding: 0.2em; border-radius: 0.3em;`;
    rules.push(
      `.operator-logo { display: inline-block; box-sizing: border-box; flex: none; height: var(--logo-height, 2rem); ` +
        `aspect-ratio: ${logo.width} / ${logo.height}; max-width: 100%; ${plate ?? ""} ` +
        `background-image: url("${logoFile(logo)}"); background-size: contain; background-repeat: no-repeat; ` +
        "background-position: center; background-origin: content-box; }",
    );
  }
  return rules.length > 0 ? `${rules.join("\n")}\n` : "/* The operator set neither a logo nor a colour. */\n";
}
