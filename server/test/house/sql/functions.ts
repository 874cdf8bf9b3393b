import * as ast from 'typescript/unstable/ast';
import { evaluate, Frame, type FunctionNode, isIterable, isMet, nameOf, type Run } from './evaluate.ts';
import { isUnknown, Unknown } from './unknown.ts';

/** How a statement of a function ends. */
type End = { returned: unknown } | 'continue' | 'break' | undefined;

/** Calls a function of the sources with values. */
export function callFunction(
  run: Run,
  node: FunctionNode,
  outer: Frame | undefined,
  given: unknown[],
): unknown {
  const frame = new Frame(outer);
  node.parameters.forEach((parameter, index) => {
    const value = () => (parameter.dotDotDotToken ? given.slice(index) : given[index]);
    const read = once(() => withDefault(run, parameter.initializer, value(), frame));
    bind(run, parameter, read, frame);
  });
  if (!node.body) return new Unknown();
  if (!ast.isBlock(node.body)) return evaluate(run, node.body, frame);
  const end = execute(run, node.body, frame);
  return typeof end === 'object' ? end.returned : undefined;
}

const withDefault = (
  run: Run,
  initializer: ast.Node | undefined,
  value: unknown,
  frame: Frame | undefined,
) => (value === undefined && initializer ? evaluate(run, initializer, frame) : value);

export function once(read: () => unknown): () => unknown {
  let done: { value: unknown } | undefined;
  return () => {
    done ??= { value: read() };
    return done.value;
  };
}

type Declared = ast.ParameterDeclaration | ast.VariableDeclaration | ast.BindingElement;

/** Gives what is declared, or each name of its pattern, its value. */
export function bind(run: Run, declared: Declared, read: () => unknown, frame: Frame): void {
  const { name } = declared;
  if (!name) return;
  if (ast.isIdentifier(name)) {
    frame.set(declared, read);
    return;
  }
  for (const element of name.elements) {
    if (!ast.isBindingElement(element)) continue;
    bind(
      run,
      element,
      once(() => elementValue(run, element, read(), frame)),
      frame,
    );
  }
}

/** What an element of a pattern takes of a value. */
export function elementValue(run: Run, element: ast.BindingElement, whole: unknown, frame?: Frame): unknown {
  if (isUnknown(whole) || whole === undefined || whole === null)
    return whole === undefined ? withDefault(run, element.initializer, undefined, frame) : new Unknown();
  const pattern = element.parent as ast.BindingPattern;
  if (ast.isArrayBindingPattern(pattern)) {
    const index = [...pattern.elements].indexOf(element);
    const list = isIterable(whole) ? [...whole] : [];
    return element.dotDotDotToken
      ? list.slice(index)
      : withDefault(run, element.initializer, list[index], frame);
  }
  if (!element.name) return new Unknown();
  if (element.dotDotDotToken) {
    const named = new Set(
      [...pattern.elements].map((each) => propertyOf(run, each as ast.BindingElement, frame)),
    );
    return Object.fromEntries(Object.entries(whole).filter(([name]) => !named.has(name)));
  }
  const value = (whole as Record<string, unknown>)[propertyOf(run, element, frame)];
  return withDefault(run, element.initializer, value, frame);
}

const propertyOf = (run: Run, element: ast.BindingElement, frame: Frame | undefined): string =>
  nameOf(run, (element.propertyName ?? element.name) as ast.Node, frame);

function execute(run: Run, node: ast.Node, frame: Frame): End {
  if (ast.isBlock(node)) return executeAll(run, node.statements, frame);
  if (ast.isVariableStatement(node)) {
    for (const declared of node.declarationList.declarations) {
      const { initializer } = declared;
      bind(
        run,
        declared,
        once(() => (initializer ? evaluate(run, initializer, frame) : undefined)),
        frame,
      );
    }
    return undefined;
  }
  if (ast.isReturnStatement(node))
    return { returned: node.expression ? evaluate(run, node.expression, frame) : undefined };
  if (ast.isExpressionStatement(node)) {
    evaluate(run, node.expression, frame);
    return undefined;
  }
  if (ast.isIfStatement(node)) {
    const isTrue = isMet(run, node.expression, evaluate(run, node.expression, frame));
    const branch = isTrue ? node.thenStatement : node.elseStatement;
    return branch && execute(run, branch, frame);
  }
  if (ast.isForOfStatement(node)) return executeLoop(run, node, frame);
  if (ast.isSwitchStatement(node)) return executeSwitch(run, node, frame);
  if (ast.isThrowStatement(node)) return { returned: new Unknown() };
  if (node.kind === ast.SyntaxKind.ContinueStatement) return 'continue';
  return node.kind === ast.SyntaxKind.BreakStatement ? 'break' : undefined;
}

/** Carries out statements one after the other. */
export function executeAll(run: Run, statements: Iterable<ast.Node>, frame: Frame): End {
  for (const statement of statements) {
    const end = execute(run, statement, frame);
    if (end !== undefined) return end;
  }
  return undefined;
}

function executeLoop(run: Run, node: ast.ForOfStatement, outer: Frame): End {
  const list = evaluate(run, node.expression, outer);
  const { initializer } = node;
  for (const value of isIterable(list) || typeof list === 'string' ? list : [new Unknown()]) {
    const frame = new Frame(outer);
    if (ast.isVariableDeclarationList(initializer))
      for (const declared of initializer.declarations) bind(run, declared, () => value, frame);
    const end = execute(run, node.statement, frame);
    if (end === 'break') break;
    if (typeof end === 'object') return end;
  }
  return undefined;
}

function executeSwitch(run: Run, node: ast.SwitchStatement, frame: Frame): End {
  const value = evaluate(run, node.expression, frame);
  const clauses = [...node.caseBlock.clauses];
  const isMet = (clause: ast.CaseOrDefaultClause) =>
    ast.isDefaultClause(clause) || evaluate(run, (clause as ast.CaseClause).expression, frame) === value;
  const first = isUnknown(value) ? run.choices.choose(node, clauses.length) : clauses.findIndex(isMet);
  for (const clause of first < 0 ? [] : clauses.slice(first)) {
    const end = executeAll(run, clause.statements, frame);
    if (end === 'break') return undefined;
    if (end !== undefined) return end;
  }
  return undefined;
}
