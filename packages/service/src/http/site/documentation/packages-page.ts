import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import { packagesWords } from "../../../texts/site/packages-words.ts";
import { type KitPackage, kitName } from "../kit.ts";
import type { GuideSource } from "./sources.ts";

/** The documentation page that lists the packages for partners. Each package has its version, size, checksum and commands to install it. */

export const packagesSlug = "packages";

/** Makes the page of the packages. `base`: the address that the client used. `packages`: null if they were not built. */
export function packagesPage(lang: SiteLanguage, base: string, packages: KitPackage[] | null): GuideSource {
  const { title, lead, list, missing } = packagesWords[lang];
  const sections = (packages ?? []).map(
    (one) => `## ${one.name} ${one.version}

${one.description}. [${one.file}](/kit/${one.file}), ${new Intl.NumberFormat(lang).format(Math.ceil(one.bytes / 1000))} KB

\`\`\`sh
curl -fsSLO ${base}/kit/${kitName(one)}.tgz
npm install ./${kitName(one)}.tgz
\`\`\`

SHA-256 \`${one.sha256}\``,
  );
  const parts = [`# ${title}`, lead, ...(packages ? [list, ...sections] : [missing])];
  return { lang, slug: packagesSlug, group: "reference", markdown: `${parts.join("\n\n")}\n` };
}
