import * as ast from 'typescript/unstable/ast';
import { evaluate, type Frame, isMet, placesOfObjects, type Run } from './evaluate.ts';
import { isUnknown, Unknown } from './unknown.ts';

/** A value of the sources, or that it is unknown. */
export type Evaluated = unknown;

/** A member of a value; of those that a table of constants has, when it is not known which. */
export function memberOf(run: Run, node: ast.Node, object: Evaluated, name: Evaluated): Evaluated {
  if (isUnknown(object)) return new Unknown();
  if (object === undefined || object === null) return undefined;
  if (!isUnknown(name)) return (object as Record<string, unknown>)[String(name)];
  const members = typeof object === 'object' ? Object.keys(object) : [];
  if (members.length === 0) return new Unknown();
  // The same member of an object wherever it is read: what is said of it belongs together.
  const place = placesOfObjects.get(object as object) ?? node;
  const chosen = run.chosen.get(place) ?? run.choices.choose(place, members.length);
  run.chosen.set(place, chosen);
  return (object as Record<string, unknown>)[members[chosen] as string];
}

const K = ast.SyntaxKind;
type Operation = (left: never, right: never) => unknown;
const operations = new Map<ast.SyntaxKind, Operation>([
  [K.PlusToken, (a: number, b: number) => a + b],
  [K.MinusToken, (a: number, b: number) => a - b],
  [K.AsteriskToken, (a: number, b: number) => a * b],
  [K.AsteriskAsteriskToken, (a: number, b: number) => a ** b],
  [K.SlashToken, (a: number, b: number) => a / b],
  [K.PercentToken, (a: number, b: number) => a % b],
  [K.LessThanToken, (a: number, b: number) => a < b],
  [K.GreaterThanToken, (a: number, b: number) => a > b],
  [K.LessThanEqualsToken, (a: number, b: number) => a <= b],
  [K.GreaterThanEqualsToken, (a: number, b: number) => a >= b],
  [K.EqualsEqualsEqualsToken, (a: unknown, b: unknown) => a === b],
  [K.ExclamationEqualsEqualsToken, (a: unknown, b: unknown) => a !== b],
  [K.InKeyword, (a: string, b: object) => a in b],
]);

/** Evaluates what stands between two expressions: an operation, a choice or an assignment. */
export function binary(
  run: Run,
  node: ast.BinaryExpression,
  frame: Frame | undefined,
  at: (node: ast.Node) => Evaluated,
): Evaluated {
  const { kind } = node.operatorToken;
  const left = node.left;
  if (kind === K.EqualsToken) return assign(run, left, frame, at(node.right));
  const compound = assignments.get(kind);
  if (compound) return assign(run, left, frame, operate(compound, at(left), at(node.right)));
  const first = at(left);
  if ([K.AmpersandAmpersandToken, K.BarBarToken, K.QuestionQuestionToken].includes(kind))
    return takesSecond(run, node, first) ? evaluate(run, node.right, frame) : first;
  return operate(kind, first, at(node.right));
}

const assignments = new Map([
  [K.PlusEqualsToken, K.PlusToken],
  [K.MinusEqualsToken, K.MinusToken],
]);

function operate(kind: ast.SyntaxKind, first: Evaluated, second: Evaluated): Evaluated {
  if (kind === K.PlusToken && (typeof first === 'string' || typeof second === 'string'))
    return `${first}${second}`;
  const operation = operations.get(kind);
  if (!operation || isUnknown(first) || isUnknown(second)) return new Unknown();
  return operation(first as never, second as never);
}

function takesSecond(run: Run, node: ast.BinaryExpression, first: Evaluated): boolean {
  if (isUnknown(first)) return isMet(run, node.left, first);
  const { kind } = node.operatorToken;
  if (kind === K.QuestionQuestionToken) return first === undefined || first === null;
  return kind === K.AmpersandAmpersandToken ? Boolean(first) : !first;
}

function assign(run: Run, target: ast.Node, frame: Frame | undefined, value: Evaluated): Evaluated {
  if (ast.isIdentifier(target)) {
    const declaration = run.program.declarationOf(target);
    if (declaration) (frame?.find(declaration) ?? frame)?.set(declaration, () => value);
  } else if (ast.isElementAccessExpression(target) || ast.isPropertyAccessExpression(target)) {
    const object = evaluate(run, target.expression, frame);
    const name = ast.isPropertyAccessExpression(target)
      ? target.name.text
      : evaluate(run, target.argumentExpression, frame);
    if (typeof object === 'object' && object !== null && !isUnknown(object) && !isUnknown(name))
      Object.defineProperty(object, String(name), {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return value;
}
