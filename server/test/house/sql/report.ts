import path from 'node:path';
import * as ast from 'typescript/unstable/ast';
import type { Piece } from './evaluate.ts';
import { type Client, canBePrepared, prepare, type Refusal } from './prepare.ts';
import { type Program, visit } from './program.ts';
import { findRoots, type SentText, textsFrom } from './statements.ts';

export type Report = {
  /** Names that the database does not have, each with its place in the sources. */
  findings: string[];
  /** How many statements PostgreSQL has read as a whole. */
  read: number;
  /** Those of which it has read all but what the sources do not say, each with its place. */
  readInPart: string[];
  /** Those that it could not read, each with its place and why. */
  unread: string[];
  /** Texts that set or lock something and have no columns. */
  commands: number;
  /** Places of texts that look like SQL and are in no statement that was read. */
  apart: string[];
};

/** Has PostgreSQL read every statement that the sources can send. */
export async function readStatements(program: Program, client: Client): Promise<Report> {
  const report: Report = { findings: [], read: 0, readInPart: [], unread: [], commands: 0, apart: [] };
  const findings = new Set<string>();
  const parts = new Set<ast.Node>();
  for (const root of findRoots(program)) {
    const texts = textsFrom(program, root);
    if (texts.length === 0) report.unread.push(`${program.placeOf(root)}: ${root.getText()} may be any text`);
    for (const sent of texts) {
      for (const { node } of sent.pieces) parts.add(node);
      for (const finding of await readText(program, client, sent, report)) findings.add(finding);
    }
  }
  report.findings = [...findings].sort();
  report.apart = findApart(program, parts);
  return report;
}

async function readText(program: Program, client: Client, sent: SentText, report: Report): Promise<string[]> {
  const place = placeOfText(program, sent);
  if (!canBePrepared(sent.text)) {
    report.commands++;
    return [];
  }
  const { refusals, unknown, stopped } = await prepare(client, sent.text);
  if (refusals.length === 0 && stopped) report.unread.push(`${place}: ${stopped}`);
  else if (unknown > 0) report.readInPart.push(place);
  else if (refusals.length === 0) report.read++;
  const found = refusals.map((refusal) => `${placeOf(program, sent, refusal)}: ${said(refusal)}`);
  return refusals.length > 0 && stopped
    ? [...found, `${place}: ${stopped}; the rest of it was not read`]
    : found;
}

const said = ({ name, message, hint }: Refusal): string =>
  [`${name}: ${message}`, ...(hint ? [hint] : [])].join('. ');

/** Where a text is written for the most part. */
function mainPiece({ pieces }: SentText): Piece | undefined {
  return pieces.reduce<Piece | undefined>(
    (best, piece) => (piece.text.length > (best?.text.length ?? 20) ? piece : best),
    undefined,
  );
}

const placeOfText = (program: Program, sent: SentText): string =>
  program.placeOf(mainPiece(sent)?.node ?? (sent.decidedAt.at(-1) as ast.Node));

/** Where a name is written: in the longest text of the sources that the statement has at its place. */
function placeOf(program: Program, sent: SentText, { at, name }: Refusal): string {
  let best: { piece: Piece; start: number; position: number } | undefined;
  // Of `o.status`, the last part may come from a list of names.
  const positions = [at, at + name.lastIndexOf('.') + 1, at + name.lastIndexOf('"', name.length - 2) + 1];
  for (const piece of sent.pieces) {
    if (piece.text.length <= (best?.piece.text.length ?? 0) || !mayBeOf(sent, piece)) continue;
    for (const position of positions) {
      const start = startOf(sent.text, piece.text, position);
      if (start !== undefined && /\w/.test(piece.text)) best = { piece, start, position };
    }
  }
  if (!best) return program.placeOf(sent.decidedAt.at(-1) as ast.Node);
  const { piece, start, position } = best;
  // The same words may be written twice: they were read in the order in which the text has them.
  const same = sent.pieces.filter(({ text }) => text === piece.text);
  const { node, start: inFile } = same[occurrencesBefore(sent.text, piece.text, start)] ?? piece;
  return program.placeOf(node, inFile + position - start);
}

function occurrencesBefore(text: string, part: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && at < end; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Whether a text is of the statement, and not one of the many that only name the same. */
function mayBeOf(sent: SentText, { node, text }: Piece): boolean {
  if (!/^\w+$/.test(text)) return true;
  const main = mainPiece(sent);
  const folderOf = (each: ast.Node) => path.dirname(each.getSourceFile().fileName);
  return [...(main ? [main.node] : []), ...sent.decidedAt].some((near) => folderOf(near) === folderOf(node));
}

/** Where a part of a text begins that reaches over a position of it. */
function startOf(text: string, part: string, position: number): number | undefined {
  const start = text.indexOf(part, Math.max(0, position - part.length + 1));
  return start >= 0 && start <= position ? start : undefined;
}

const looksLikeSql =
  /\b(SELECT|INSERT INTO|DELETE FROM|FROM \w|WHERE|ORDER BY|RETURNING|ON CONFLICT|JOIN|IS (NOT )?NULL|UPDATE \w+ SET)\b|^\s*AND \w|^[a-z]{1,2}\.[a-z_]+$/;

/** Where the sources have SQL that was part of no statement. */
function findApart(program: Program, parts: ReadonlySet<ast.Node>): string[] {
  const apart: string[] = [];
  for (const file of program.files)
    visit(file, (node) => {
      const isText =
        ast.isStringLiteral(node) ||
        ast.isNoSubstitutionTemplateLiteral(node) ||
        ast.isTemplateHead(node) ||
        ast.isTemplateMiddle(node) ||
        ast.isTemplateTail(node);
      if (isText && !parts.has(node) && looksLikeSql.test(node.text))
        apart.push(`${program.placeOf(node)}: ${node.text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`);
    });
  return apart;
}
