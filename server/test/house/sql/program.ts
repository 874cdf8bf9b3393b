import path from 'node:path';
import * as ast from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Project as CompilerProject,
  TypeFlags,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';

/** The sources as the compiler has them: trees, and what each name in them is. */
export type Program = {
  files: readonly ast.SourceFile[];
  /** What a name stands for: its declaration, through imports; nothing for what is not of these sources. */
  declarationOf(name: ast.Node): ast.Node | undefined;
  /** Calls of a function, or of what has its name. */
  callsOf(declaration: ast.Node): readonly ast.CallExpression[];
  /** The constants that the type of an expression leaves, when it leaves only such. */
  literalsOf(expression: ast.Node): readonly (string | number)[] | undefined;
  isNumber(expression: ast.Node): boolean;
  isText(expression: ast.Node): boolean;
  /** `offers/store.ts:31`, of a node or of a position in its file. */
  placeOf(node: ast.Node, position?: number): string;
};

export type Project = {
  /** The sources in a folder, but for what tests them. */
  sourcesIn(folder: string): Program;
  close(): void;
};

/** Has the compiler read a project. */
export function openProject(configFile: string): Project {
  const api = new API({ cwd: path.dirname(configFile) });
  const [project] = api.updateSnapshot({ openProject: configFile }).getProjects();
  if (!project) throw new Error(`${configFile} is no project of the compiler`);
  return { sourcesIn: (folder) => sourcesIn(project, folder), close: () => api.close() };
}

function sourcesIn(project: CompilerProject, folder: string): Program {
  const { program, checker } = project;
  const isOurs = (file: string) => file.startsWith(`${folder}/`) && !/\.(test|fixture)\.ts$/.test(file);
  const files = program
    .getSourceFileNames()
    .filter(isOurs)
    .map((name) => program.getSourceFile(name) as ast.SourceFile);
  const declarationOf = remembered((name): ast.Node | undefined => {
    const symbol = symbolOf(checker, name);
    const handle = symbol?.valueDeclaration ?? symbol?.declarations[0];
    return handle && isOurs(handle.path) ? handle.resolve(project) : undefined;
  });
  const calls = callsByName(files);
  return {
    files,
    declarationOf,
    callsOf: (declaration) => {
      const name = 'name' in declaration ? (declaration.name as ast.Node | undefined) : undefined;
      if (!name || !ast.isIdentifier(name)) return [];
      return (calls.get(name.text) ?? []).filter((call) => declarationOf(call.expression) === declaration);
    },
    literalsOf: remembered((expression) => literalsOf(checker, expression)),
    isNumber: remembered((expression) => isOfType(checker, expression, TypeFlags.NumberLike)),
    isText: remembered((expression) => isOfType(checker, expression, TypeFlags.StringLike)),
    placeOf: (node, position) => {
      const file = node.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(position ?? node.getStart(file));
      return `${path.relative(folder, file.fileName)}:${line + 1}`;
    },
  };
}

/** Asks once for each node: the compiler is another process. */
function remembered<T>(ask: (node: ast.Node) => T): (node: ast.Node) => T {
  const answers = new Map<ast.Node, T>();
  return (node) => {
    if (!answers.has(node)) answers.set(node, ask(node));
    return answers.get(node) as T;
  };
}

const isOfType = (checker: Checker, expression: ast.Node, flags: TypeFlags): boolean =>
  ((checker.getTypeAtLocation(expression)?.flags ?? 0) & flags) !== 0;

const aliases = new Set([
  ast.SyntaxKind.ImportClause,
  ast.SyntaxKind.ImportSpecifier,
  ast.SyntaxKind.ExportSpecifier,
  ast.SyntaxKind.NamespaceImport,
]);

function symbolOf(checker: Checker, name: ast.Node): TypeSymbol | undefined {
  const isShorthand = ast.isShorthandPropertyAssignment(name.parent);
  const symbol = isShorthand
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  const isAlias = symbol?.declarations.some(({ kind }) => aliases.has(kind));
  return symbol && isAlias ? checker.getAliasedSymbol(symbol) : symbol;
}

function callsByName(files: readonly ast.SourceFile[]): Map<string, ast.CallExpression[]> {
  const calls = new Map<string, ast.CallExpression[]>();
  for (const file of files)
    visit(file, (node) => {
      if (!ast.isCallExpression(node) || !ast.isIdentifier(node.expression)) return;
      const { text } = node.expression;
      calls.set(text, [...(calls.get(text) ?? []), node]);
    });
  return calls;
}

/** Goes through a tree, parents first. */
export function visit(node: ast.Node, see: (node: ast.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

function literalsOf(checker: Checker, expression: ast.Node): (string | number)[] | undefined {
  const own = checker.getTypeAtLocation(expression);
  const type = own?.isTypeParameter() ? checker.getBaseConstraintOfType(own) : own;
  if (!type) return undefined;
  const parts = type.isUnionType() ? type.getTypes() : [type];
  const found = parts.flatMap((part) =>
    part.isStringLiteralType() || part.isNumberLiteralType() ? [part.value as string | number] : [],
  );
  return found.length > 0 && found.length === parts.length ? found : undefined;
}
