import { sql } from 'kysely';
import * as ast from 'typescript/unstable/ast';
import { abstractValue, typedValue } from './abstract.ts';
import type { Choices } from './choices.ts';
import { callFunction } from './functions.ts';
import { createBuilder, knownGlobals, replaced } from './globals.ts';
import { binary, type Evaluated, memberOf } from './operators.ts';
import type { Program } from './program.ts';
import { isUnknown, Unknown } from './unknown.ts';

/** A text in the sources that an evaluation has read. */
export type Piece = { node: ast.Node; text: string; start: number };

/** One evaluation of a text of the sources. */
export type Run = {
  program: Program;
  choices: Choices;
  /** What names stand for outside of the functions that are being called, by their declarations. */
  known: Map<ast.Node, unknown>;
  pieces: Piece[];
  /** Calls whose parameters the text is made of, innermost first. */
  calls: ast.CallExpression[];
  depth: number;
  /** Which members of objects were read of which it is not known which. */
  chosen: Map<ast.Node, number>;
  /** How the conditions were decided of which nothing is known, by their words: the same is decided once. */
  decided: Map<string, boolean>;
  /** What is evaluated. */
  root: ast.Node;
};

/** What names stand for inside of a function that is being called. */
export class Frame {
  readonly #values = new Map<ast.Node, () => unknown>();
  readonly #outer: Frame | undefined;
  constructor(outer: Frame | undefined) {
    this.#outer = outer;
  }
  set(declaration: ast.Node, value: () => unknown): void {
    this.#values.set(declaration, value);
  }
  /** Answers the frame that has it, to be read or written. */
  find(declaration: ast.Node): Frame | undefined {
    return this.#values.has(declaration) ? this : this.#outer?.find(declaration);
  }
  get(declaration: ast.Node): unknown {
    return this.#values.get(declaration)?.();
  }
}

const deepest = 150;

/** Evaluates an expression as far as the sources say it; what they do not say is unknown. */
export function evaluate(run: Run, node: ast.Node, frame?: Frame): Evaluated {
  if (run.depth > deepest) return new Unknown();
  run.depth++;
  try {
    return evaluateNode(run, node, frame);
  } finally {
    run.depth--;
  }
}

function evaluateNode(run: Run, node: ast.Node, frame: Frame | undefined): Evaluated {
  const at = (child: ast.Node) => evaluate(run, child, frame);
  if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node)) {
    const start = node.getStart() + 1;
    run.pieces.push({ node, text: node.text, start });
    return node.text;
  }
  if (ast.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ast.isRegularExpressionLiteral(node)) return toRegExp(node.text);
  if (ast.isTemplateExpression(node)) return templateText(run, node, frame);
  if (ast.isIdentifier(node)) return evaluateName(run, node, frame);
  if (
    ast.isParenthesizedExpression(node) ||
    ast.isAsExpression(node) ||
    ast.isSatisfiesExpression(node) ||
    ast.isNonNullExpression(node) ||
    ast.isAwaitExpression(node)
  )
    return at(node.expression);
  if (ast.isPropertyAccessExpression(node)) return memberOf(run, node, at(node.expression), node.name.text);
  if (ast.isElementAccessExpression(node))
    return memberOf(run, node, at(node.expression), at(node.argumentExpression));
  if (ast.isCallExpression(node)) return evaluateCall(run, node, frame);
  if (ast.isArrowFunction(node) || ast.isFunctionExpression(node)) return closure(run, node, frame);
  if (ast.isArrayLiteralExpression(node)) return evaluateList(run, node.elements, frame);
  if (ast.isObjectLiteralExpression(node)) return evaluateObject(run, node, frame);
  if (ast.isConditionalExpression(node)) {
    const isTrue = isMet(run, node.condition, at(node.condition));
    return at(isTrue ? node.whenTrue : node.whenFalse);
  }
  if (ast.isBinaryExpression(node)) return binary(run, node, frame, at);
  if (ast.isPrefixUnaryExpression(node)) {
    const value = at(node.operand);
    if (isUnknown(value)) return value;
    if (node.operator === ast.SyntaxKind.ExclamationToken) return !value;
    return node.operator === ast.SyntaxKind.MinusToken ? -(value as number) : new Unknown();
  }
  if (ast.isTaggedTemplateExpression(node)) return evaluateTagged(run, node, frame);
  if (ast.isNewExpression(node)) return evaluateNew(run, node, frame);
  return constants.get(node.kind) ?? (undefinedKinds.has(node.kind) ? undefined : nullOrUnknown(node));
}

const toRegExp = (text: string) =>
  new RegExp(text.slice(1, text.lastIndexOf('/')), text.slice(text.lastIndexOf('/') + 1));

const constants = new Map<ast.SyntaxKind, unknown>([
  [ast.SyntaxKind.TrueKeyword, true],
  [ast.SyntaxKind.FalseKeyword, false],
]);
const undefinedKinds = new Set([ast.SyntaxKind.VoidExpression]);
const nullOrUnknown = (node: ast.Node) => (node.kind === ast.SyntaxKind.NullKeyword ? null : new Unknown());

function evaluateName(run: Run, name: ast.Identifier, frame: Frame | undefined): Evaluated {
  if (name.text === 'undefined') return undefined;
  const declaration = run.program.declarationOf(name);
  if (!declaration) return knownGlobals.get(name.text) ?? new Unknown();
  const holder = frame?.find(declaration);
  if (!holder) return abstractValue(run, declaration);
  const value = holder.get(declaration);
  return isUnknown(value) ? typedValue(run, declaration, name) : value;
}

/** Whether a condition is met; one of which nothing is known is decided the same wherever it stands in a function. */
export function isMet(run: Run, condition: ast.Node, value: Evaluated): boolean {
  if (!isUnknown(value)) return Boolean(value);
  const words = `${functionAround(condition).pos} ${condition.getText()}`;
  const decided = run.decided.get(words) ?? run.choices.choose(condition, 2) === 0;
  run.decided.set(words, decided);
  return decided;
}

const isFunction = (node: ast.Node): node is FunctionNode =>
  ast.isArrowFunction(node) ||
  ast.isFunctionExpression(node) ||
  ast.isFunctionDeclaration(node) ||
  ast.isMethodDeclaration(node);

const functionAround = (node: ast.Node): ast.Node =>
  node.parent === undefined || isFunction(node) ? node : functionAround(node.parent);

/** What stands for a value in a text: numbers may be any. */
function inText(run: Run, expression: ast.Node, value: Evaluated): string {
  if (!isUnknown(value)) return String(value);
  const literals = run.program.literalsOf(expression);
  if (literals) return String(literals[run.choices.choose(expression, literals.length)]);
  return run.program.isNumber(expression) ? '1' : String(value);
}

function templateText(run: Run, node: ast.TemplateExpression, frame: Frame | undefined): string {
  const text = (part: ast.Node & { text: string }) => {
    run.pieces.push({ node: part, text: part.text, start: part.getStart() + 1 });
    return part.text;
  };
  let whole = text(node.head);
  for (const { expression, literal } of node.templateSpans) {
    whole += inText(run, expression, evaluate(run, expression, frame));
    whole += text(literal);
  }
  return whole;
}

function evaluateList(run: Run, elements: Iterable<ast.Node>, frame: Frame | undefined): unknown[] {
  const list: unknown[] = [];
  for (const element of elements) {
    if (!ast.isSpreadElement(element)) list.push(evaluate(run, element, frame));
    else {
      const spread = evaluate(run, element.expression, frame);
      if (isIterable(spread)) list.push(...spread);
      else if (isUnknown(spread)) list.push(spread);
    }
  }
  return list;
}

export const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** The name of a property, a method or an element of a pattern. */
export function nameOf(run: Run, name: ast.Node, frame: Frame | undefined): string {
  if (ast.isComputedPropertyName(name)) return String(evaluate(run, name.expression, frame));
  return (name as ast.Node & { text: string }).text;
}

/** Where the objects of an evaluation are written. */
export const placesOfObjects = new WeakMap<object, ast.Node>();

function evaluateObject(run: Run, node: ast.ObjectLiteralExpression, frame: Frame | undefined): object {
  const object: Record<string, unknown> = {};
  // Read when it is asked for: most of what an object holds is in no text.
  const define = (name: string, read: () => unknown) => {
    let value: { read: unknown } | undefined;
    placesOfObjects.set(object, node);
    Object.defineProperty(object, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        value ??= { read: read() };
        return value.read;
      },
    });
  };
  for (const property of node.properties) {
    if (ast.isPropertyAssignment(property))
      define(nameOf(run, property.name, frame), () => evaluate(run, property.initializer, frame));
    else if (ast.isShorthandPropertyAssignment(property))
      define(nameOf(run, property.name, frame), () => evaluate(run, property.name, frame));
    else if (ast.isMethodDeclaration(property))
      define(nameOf(run, property.name, frame), () => closure(run, property, frame));
    else if (ast.isSpreadAssignment(property)) {
      const spread = evaluate(run, property.expression, frame);
      if (typeof spread !== 'object' || spread === null || isUnknown(spread)) continue;
      for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(spread)))
        Object.defineProperty(object, name, descriptor);
    }
  }
  return object;
}

export type FunctionNode =
  | ast.ArrowFunction
  | ast.FunctionExpression
  | ast.FunctionDeclaration
  | ast.MethodDeclaration;

const closures = new WeakSet<object>();

/** The function that a node of the sources is, to be called. */
export function closure(run: Run, node: FunctionNode, frame: Frame | undefined) {
  const call = (...given: unknown[]): unknown => callFunction(run, node, frame, given);
  closures.add(call);
  return call;
}

/** Methods that answer the same whatever they are given, or are made to be given anything. */
const takesUnknown = new Set(['push', 'unshift', 'add', 'set', 'concat', 'join', 'as', 'assign']);

function evaluateCall(run: Run, node: ast.CallExpression, frame: Frame | undefined): Evaluated {
  const { expression } = node;
  const isMember = ast.isPropertyAccessExpression(expression);
  const receiver = isMember ? evaluate(run, expression.expression, frame) : undefined;
  if (isUnknown(receiver)) return new Unknown();
  const called = isMember
    ? memberOf(run, expression, receiver, expression.name.text)
    : (replaced.get(expression.getText()) ?? evaluate(run, expression, frame));
  if (called === undefined && isMember && expression.questionDotToken) return undefined;
  if (typeof called !== 'function') return new Unknown();
  const given = evaluateList(run, node.arguments, frame);
  if (closures.has(called)) return called(...given);
  const isBuiltIn = /\[native code\]/.test(Function.prototype.toString.call(called));
  const name = isMember ? expression.name.text : '';
  if (isBuiltIn && given.some(isUnknown) && !takesUnknown.has(name)) return new Unknown();
  try {
    return called.apply(receiver, given);
  } catch {
    // What is not of these sources cannot take everything, such as a list of entries in which one is unknown.
    return new Unknown();
  }
}

function evaluateTagged(run: Run, node: ast.TaggedTemplateExpression, frame: Frame | undefined): Evaluated {
  if (evaluate(run, node.tag, frame) !== sql) return new Unknown();
  const { template } = node;
  const parts = ast.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
  for (const part of parts) run.pieces.push({ node: part, text: part.text, start: part.getStart() + 1 });
  const spans = ast.isTemplateExpression(template) ? [...template.templateSpans] : [];
  const values = spans.map(({ expression }) => evaluate(run, expression, frame));
  const texts = parts.map(({ text }) => text);
  return sql(Object.assign(texts, { raw: texts }), ...values);
}

function evaluateNew(run: Run, node: ast.NewExpression, frame: Frame | undefined): Evaluated {
  const name = ast.isIdentifier(node.expression) ? node.expression.text : '';
  if (name === 'Kysely') return createBuilder();
  if (name !== 'Set' && name !== 'Map') return new Unknown();
  const [given] = evaluateList(run, node.arguments ?? [], frame);
  if (given !== undefined && !isIterable(given)) return new Unknown();
  return name === 'Set' ? new Set(given) : new Map(given as Iterable<[unknown, unknown]>);
}
