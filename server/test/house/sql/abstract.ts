import * as ast from 'typescript/unstable/ast';
import { closure, evaluate, Frame, type FunctionNode, isIterable, type Run } from './evaluate.ts';
import { elementValue, executeAll } from './functions.ts';
import { isUnknown, Unknown } from './unknown.ts';

/**
 * The value of what is declared, outside of any call: of constants what they are made of, of parameters what some call
 * of their function gives.
 */
export function abstractValue(run: Run, declaration: ast.Node): unknown {
  if (!run.known.has(declaration)) {
    // Whoever refers to himself is unknown meanwhile.
    run.known.set(declaration, new Unknown());
    const value = declaredValue(run, declaration);
    run.known.set(
      declaration,
      isUnknown(value) ? typedValue(run, declaration, nameOfDeclared(declaration)) : value,
    );
  }
  return run.known.get(declaration);
}

const nameOfDeclared = (declaration: ast.Node): ast.Node | undefined =>
  'name' in declaration ? (declaration.name as ast.Node | undefined) : undefined;

/** One of the constants that the type of a name leaves, where nothing else is known of it. */
export function typedValue(run: Run, declaration: ast.Node, name: ast.Node | undefined): unknown {
  const literals = name && ast.isIdentifier(name) ? run.program.literalsOf(name) : undefined;
  return literals ? literals[run.choices.choose(declaration, literals.length)] : new Unknown();
}

function declaredValue(run: Run, declaration: ast.Node): unknown {
  if (ast.isFunctionDeclaration(declaration)) return closure(run, declaration, undefined);
  if (ast.isBindingElement(declaration)) {
    const whole = declaration.parent.parent as ast.Node;
    return elementValue(run, declaration, abstractValue(run, whole));
  }
  if (ast.isVariableDeclaration(declaration)) return variableValue(run, declaration);
  if (ast.isParameterDeclaration(declaration)) return parameterValue(run, declaration);
  return new Unknown();
}

function variableValue(run: Run, declaration: ast.VariableDeclaration): unknown {
  const list = declaration.parent;
  if (ast.isForOfStatement(list.parent)) return someOf(run, list, evaluate(run, list.parent.expression));
  if (isFilledLater(declaration)) return valueWhenFilled(run, declaration);
  const assigned = (list.flags & ast.NodeFlags.Const) === 0 ? assignmentsTo(run, declaration) : [];
  const possible = [...(declaration.initializer ? [declaration.initializer] : []), ...assigned];
  if (possible.length === 0) return new Unknown();
  const chosen = possible.length > 1 ? run.choices.choose(declaration, possible.length) : 0;
  return evaluate(run, possible[chosen] as ast.Node);
}

const isFunctionBlock = (node: ast.Node): node is ast.Block => ast.isBlock(node) && !ast.isBlock(node.parent);

/** Whether a variable of a function begins as an empty object, list or count, to be filled by statements. */
function isFilledLater({ initializer, parent }: ast.VariableDeclaration): boolean {
  if (!initializer || !isFunctionBlock(parent.parent.parent)) return false;
  const isEmpty =
    (ast.isObjectLiteralExpression(initializer) && initializer.properties.length === 0) ||
    (ast.isArrayLiteralExpression(initializer) && initializer.elements.length === 0);
  return isEmpty || ((parent.flags & ast.NodeFlags.Const) === 0 && ast.isNumericLiteral(initializer));
}

/** What statements before the one that is evaluated have made of a variable. */
function valueWhenFilled(run: Run, declaration: ast.VariableDeclaration): unknown {
  const block = declaration.parent.parent.parent as ast.Block;
  const frame = new Frame(undefined);
  const isBefore = (statement: ast.Node) => !isWithin(run.root, block) || statement.end <= run.root.pos;
  const fills = (statement: ast.Node) =>
    ast.isVariableStatement(statement) || ast.isForOfStatement(statement);
  executeAll(
    run,
    [...block.statements].filter((statement) => isBefore(statement) && fills(statement)),
    frame,
  );
  return frame.get(declaration);
}

/** What a variable is set to, other than where it is declared. */
function assignmentsTo(run: Run, declaration: ast.VariableDeclaration): ast.Node[] {
  const found: ast.Node[] = [];
  const search = (node: ast.Node) => {
    const isSet = ast.isBinaryExpression(node) && node.operatorToken.kind === ast.SyntaxKind.EqualsToken;
    if (isSet && ast.isIdentifier(node.left) && run.program.declarationOf(node.left) === declaration)
      found.push(node.right);
    node.forEachChild(search);
  };
  search(declaration.parent.parent.parent);
  return found;
}

const someOf = (run: Run, place: object, list: unknown): unknown => {
  const elements = isIterable(list) && typeof list !== 'string' ? [...list] : [];
  return elements.length === 0 ? new Unknown() : elements[run.choices.choose(place, elements.length)];
};

function parameterValue(run: Run, parameter: ast.ParameterDeclaration): unknown {
  const called = parameter.parent as FunctionNode;
  const index = [...called.parameters].indexOf(parameter);
  const given = givenBy(run, called);
  if (given === undefined) return new Unknown();
  if (isUnknown(given)) return given;
  const value = parameter.dotDotDotToken ? given.slice(index) : given[index]?.();
  if (parameter.dotDotDotToken) return (value as (() => unknown)[]).map((read) => read());
  return value === undefined && parameter.initializer ? evaluate(run, parameter.initializer) : value;
}

/** What the parameters of a function are given by one of its calls, the same for all of them. */
function givenBy(run: Run, called: FunctionNode): (() => unknown)[] | undefined {
  const known = run.known.get(called);
  if (known) return known as (() => unknown)[];
  const given = findGiven(run, called);
  if (given) run.known.set(called, given);
  return given;
}

function findGiven(run: Run, called: FunctionNode): (() => unknown)[] | undefined {
  const { parent } = called;
  // The function of `list.map(…)` and the like is given an element.
  if (ast.isCallExpression(parent) && ast.isPropertyAccessExpression(parent.expression)) {
    const list = evaluate(run, parent.expression.expression);
    if (!isIterable(list) || typeof list === 'string') return undefined;
    const element = someOf(run, called, list);
    return [() => element];
  }
  const named = ast.isFunctionDeclaration(called)
    ? called
    : ast.isVariableDeclaration(parent)
      ? parent
      : undefined;
  const calls = named ? run.program.callsOf(named).filter((call) => !isWithin(call, called)) : [];
  if (calls.length === 0) return undefined;
  const call = calls[run.choices.choose(called, calls.length)] as ast.CallExpression;
  run.calls.push(call);
  return [...call.arguments].flatMap((argument): (() => unknown)[] => {
    if (!ast.isSpreadElement(argument)) return [() => evaluate(run, argument)];
    const list = evaluate(run, argument.expression);
    return isIterable(list) ? [...list].map((value) => () => value) : [];
  });
}

const isWithin = (node: ast.Node, outer: ast.Node): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer));
