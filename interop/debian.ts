import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { folder, type Given, run, Skipped, type Tool } from "./running.ts";

/** Tools from Debian: default-jdk-headless, libjaxb-java and python3-zeep. */

/** Where Debian's packages are unpacked: elsewhere on a machine that may not install any. */
const root = process.env.TEST_DEBIAN_ROOT ?? "/";
const jars = join(root, "usr/share/java");
const libraries = join(root, "usr/lib/python3/dist-packages");
/** Python of Debian: another one in the path does not know its packages. */
const python = "/usr/bin/python3";

const classPath = [
  ...["jaxb-xjc", "jaxb-runtime", "jaxb-impl", "jaxb-core", "jaxb-api", "codemodel", "xsom", "rngom", "dtd-parser"],
  ...["istack-commons-tools", "istack-commons-runtime", "relaxngDatatype", "txw2", "javax.activation", "FastInfoset"],
  ...["stax-ex", "xml-resolver"],
].map((name) => join(jars, `${name}.jar`));

export const debianTools: Tool[] = [
  {
    name: "xjc",
    // It exits with an error code after it has printed its version.
    version: async () => {
      const words = await run("java", ["-cp", classPath.join(":"), xjc, "-version"]).catch(({ message }) => message);
      return /\d+\.\d[\d.]*/.exec(words)?.[0] ?? "-";
    },
    what: "classes from the XSD, javac, books in XML",
    check: bookWithJava,
  },
  {
    name: "zeep",
    version: () => withZeep(["-c", "import zeep; print(zeep.__version__)"]),
    what: "types from the XSD, books in XML",
    check: ({ url, generated }) => withZeep([join(folder, "python/book.py"), url, join(generated, "schema.xsd")]),
  },
];

const xjc = "com.sun.tools.xjc.XJCFacade";

async function bookWithJava({ url, generated }: Given): Promise<string> {
  if (!existsSync(join(jars, "jaxb-xjc.jar"))) throw new Skipped("install Debian's package libjaxb-java");
  await run("javac", ["-version"]).catch(() => {
    throw new Skipped("install Debian's package default-jdk-headless");
  });
  const schema = join(generated, "schema.xsd");
  const sources = join(generated, "java");
  const classes = join(generated, "classes");
  await mkdir(sources);
  await mkdir(classes);
  // No flag that resolves conflicts of names: a partner's build has none either.
  await run("java", ["-cp", classPath.join(":"), xjc, "-quiet", "-d", sources, "-p", "paseo", schema]);
  const files = (await readdir(join(sources, "paseo"))).map((name) => join(sources, "paseo", name));
  await run("javac", ["-cp", classPath.join(":"), "-d", classes, ...files, join(folder, "java/Book.java")]);
  return run("java", ["-cp", [...classPath, classes].join(":"), "Book", url, schema]);
}

async function withZeep(parameters: string[]): Promise<string> {
  if (!existsSync(join(libraries, "zeep"))) throw new Skipped("install Debian's package python3-zeep");
  return run(python, parameters, root === "/" ? {} : { env: { PYTHONPATH: libraries } });
}
