import * as ast from 'typescript/unstable/ast';
import { exploreChoices } from './choices.ts';
import { evaluate, type Piece, type Run } from './evaluate.ts';
import { type Program, visit } from './program.ts';

/** A text that the program sends, and the texts of the sources that it is made of. */
export type SentText = {
  text: string;
  pieces: readonly Piece[];
  /** Where it is decided what is sent: the calls that give a part of it, innermost first, or where it is sent. */
  decidedAt: readonly [ast.Node, ...ast.Node[]];
};

/** Where the program gives a text to the database: the `text` of a statement, or what a client is to run. */
export function findRoots(program: Program): ast.Node[] {
  const roots: ast.Node[] = [];
  for (const file of program.files)
    visit(file, (node) => {
      if (ast.isPropertyAssignment(node) && isTextOfStatement(node)) roots.push(node.initializer);
      if (ast.isCallExpression(node) && isQuery(program, node) && node.arguments[0])
        roots.push(node.arguments[0]);
    });
  return roots;
}

function isTextOfStatement(property: ast.PropertyAssignment): boolean {
  if ((property.name as ast.Node & { text?: string }).text !== 'text') return false;
  const { properties } = property.parent as ast.ObjectLiteralExpression;
  const names = [...properties].map((each) => (each as { name?: { text?: string } }).name?.text);
  return names.includes('values') || names.includes('query_timeout');
}

/** Whether a client is given a text; an object is a statement with a text of its own. */
const isQuery = (program: Program, { expression, arguments: given }: ast.CallExpression): boolean =>
  ast.isPropertyAccessExpression(expression) &&
  expression.name.text === 'query' &&
  given[0] !== undefined &&
  program.isText(given[0]) &&
  !isOfStatement(program, given[0]);

/** Whether it is the text of a statement that was made elsewhere. */
const isOfStatement = (program: Program, given: ast.Node): boolean => {
  const declared = ast.isIdentifier(given) ? program.declarationOf(given) : undefined;
  return declared !== undefined && ast.isBindingElement(declared) && given.getText() === 'text';
};

/** Every text that may be sent from a place, by what the sources say. Empty when it may be any. */
export function textsFrom(program: Program, root: ast.Node): SentText[] {
  const texts = new Map<string, SentText>();
  const sent = exploreChoices((choices) => {
    const run: Run = {
      program,
      choices,
      known: new Map(),
      pieces: [],
      calls: [],
      depth: 0,
      decided: new Map(),
      chosen: new Map(),
      root,
    };
    const text = evaluate(run, root);
    return { text, pieces: run.pieces, decidedAt: [root, ...run.calls] as const };
  });
  for (const { text, ...made } of sent) {
    if (typeof text !== 'string') continue;
    const same = texts.get(text);
    texts.set(text, same ? { ...same, pieces: [...same.pieces, ...made.pieces] } : { text, ...made });
  }
  return [...texts.values()];
}
