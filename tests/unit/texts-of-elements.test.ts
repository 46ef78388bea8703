import { dirname, relative } from "node:path";
// Version 5, for its API. Types are checked by version 7 (typescript-native), which takes a third of the time.
import ts from "typescript";
import { expect, test } from "vitest";

// A browser that translates a page puts elements in the place of its texts. React would go on changing a text that has left the
// document, or fail to remove it. It replaces the only text of an element by way of that element, which works on every page.

const BRITTLE = {
  "a changing text beside others": "<p>From {text}</p>",
  "a changing text beside an element": "<p>{text} <b /></p>",
  "a text behind what may be missing": "<p>{text ? <b /> : null} there</p>",
  "a text of a fragment": "<>There</>",
};

const LASTING = {
  "a changing text that is alone": "<p>{text}</p>",
  "a text beside elements that stay": "<p>From <b>{text}</b></p>",
  "a text that is the key of its element": "<p key={text}>From {text}</p>",
};

const EXAMPLES = `${process.cwd()}/examples.tsx`;

test("every text that React changes, moves or removes is the only content of its element", () => {
  const found = brittleTexts(programWith([...Object.values(BRITTLE), ...Object.values(LASTING)]));
  const [examples, others] = [true, false].map((isExample) =>
    found.filter((text) => text.startsWith("examples.tsx") === isExample),
  );
  // It finds what it is for, and nothing else.
  expect(examples?.map((text) => text.split(":")[1])).toEqual(
    Object.keys(BRITTLE).map((_, index) => `${index + 1}`),
  );
  expect(others).toEqual([]);
}, 60_000);

type Child = ts.JsxChild & { readonly expression?: ts.Expression | undefined };

/** Types of which React makes a text. */
const TEXTS = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Any;
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike;

/** Lists what a translation would break in the components of a program: `file:line: text`. */
function brittleTexts(program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];

  function partsOf(node: ts.Expression): readonly ts.Type[] {
    const type = checker.getTypeAtLocation(node);
    return type.isUnion() ? type.types : [type];
  }

  function check(element: ts.JsxElement | ts.JsxFragment): void {
    const isFragment = ts.isJsxFragment(element) || element.openingElement.tagName.getText() === "Fragment";
    const children = element.children.filter((child) => !isLayout(child));
    if (children.length < 2 && !isFragment) return;
    const key = keyOf(element);
    let isFixed = !isFragment;
    for (const child of children) {
      const { expression }: Child = child;
      const isWritten = expression === undefined ? ts.isJsxText(child) : ts.isStringLiteral(expression);
      const isText =
        isWritten || (expression && partsOf(expression).some(({ flags }) => (flags & TEXTS) !== 0));
      const isKept = expression?.getText() === "children" || expression?.getText() === "props.children";
      const isKey = expression !== undefined && expression.getText() === key;
      if (isText && !isKept && !isKey && !(isWritten && isFixed)) found.push(describe(child));
      isFixed &&= isWritten || !expression || !partsOf(expression).some(isPlaceless);
    }
  }

  /** Whether it can be nothing, or a list, so that what follows is moved. */
  function isPlaceless(type: ts.Type): boolean {
    return (type.flags & NOTHING) !== 0 || checker.isArrayLikeType(type);
  }

  for (const file of program.getSourceFiles()) {
    if (!/^(?!.*node_modules).*(?<!\.server)\.tsx$/.test(file.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) check(node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Spaces, which no browser translates, and comments. */
function isLayout(child: Child): boolean {
  if (ts.isJsxText(child)) return child.text.trim() === "";
  if (!ts.isJsxExpression(child)) return false;
  return (
    child.expression === undefined ||
    (ts.isStringLiteral(child.expression) && child.expression.text.trim() === "")
  );
}

function keyOf(element: ts.JsxElement | ts.JsxFragment): string | undefined {
  if (ts.isJsxFragment(element)) return undefined;
  const key = element.openingElement.attributes.properties.find((each) => each.name?.getText() === "key");
  const value = key && ts.isJsxAttribute(key) ? key.initializer : undefined;
  return value && ts.isJsxExpression(value) ? value.expression?.getText() : undefined;
}

function describe(child: ts.Node): string {
  const file = child.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(child.getStart());
  return `${relative("", file.fileName)}:${line + 1}: ${child.getText().trim().replace(/\s+/g, " ")}`;
}

/** The program of all components, and of one for each of these elements, on a line of its own. */
function programWith(elements: readonly string[]): ts.Program {
  const config = `${process.cwd()}/tsconfig.json`;
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  const host = ts.createCompilerHost(options);
  const lines = elements.map(
    (element, index) => `function Part${index}({ text }: { text: string }) { return ${element}; }`,
  );
  const { getSourceFile } = host;
  host.getSourceFile = (path, version, ...rest) =>
    path === EXAMPLES
      ? ts.createSourceFile(path, lines.join("\n"), version, true)
      : getSourceFile(path, version, ...rest);
  // Types of large libraries, of which no text is, take a third of the time.
  const cache = ts.createModuleResolutionCache(process.cwd(), (name) => name, options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      /^(?:highcharts|redis$)/.test(text)
        ? { resolvedModule: undefined }
        : ts.resolveModuleName(text, from, options, host, cache),
    );
  const shown = fileNames.filter((name) => /\/app\/.*(?<!\.server)\.tsx$/.test(name));
  return ts.createProgram([...shown, EXAMPLES], options, host);
}
