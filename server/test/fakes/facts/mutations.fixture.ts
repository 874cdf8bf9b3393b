import type { Facts } from './contract.ts';

const simple =
  'text uuid mail uri time int32 int64 double positive date version durable name object boolean segment digits base64 int64Text'.split(
    ' ',
  );

/** The facts with one change, and the record or operation whose cases have to notice the change. */
export type Mutation = { title: string; mutant: Facts; entry: string };

/** Changes each member, value, status, path, method and limit of the facts, one at a time. */
export function mutations(facts: Facts): Mutation[] {
  const found: Mutation[] = [];
  const visit = (value: unknown, path: readonly string[]) => {
    const add = (what: string, change: Edit) => {
      const title = `${path.join('.')} ${what}`;
      found.push({ title, mutant: edited(facts, path, change) as Facts, entry: entryOf(facts, path) });
    };
    if (path.length > 1) mutate(value, path, add, facts);
    if (typeof value === 'object')
      for (const [key, one] of Object.entries(value as object)) visit(one, [...path, key]);
  };
  visit(facts, []);
  return found;
}

type Edit = (parent: Record<string, unknown>, key: string) => void;
type Change = (what: string, change: Edit) => void;

/** Copies the objects along a path, and edits the member at its end. */
function edited(value: unknown, [key = '', ...rest]: readonly string[], change: Edit): unknown {
  const copy = copyOf(value) as Record<string, unknown>;
  copy[key] = rest.length > 0 ? edited(copy[key], rest, change) : copyOf(copy[key]);
  if (rest.length === 0) change(copy, key);
  return copy;
}
const copyOf = (value: unknown): unknown =>
  Array.isArray(value) ? [...value] : typeof value === 'object' ? { ...value } : value;

function mutate(value: unknown, path: readonly string[], add: Change, facts: Facts): void {
  // The model ignores other members of an operation and headers of other statuses.
  if (path[0] === 'operations' && (path.length === 2 || path.at(-1) === 'answerHeaders')) return;
  if (typeof value !== 'string') {
    add('has one more', (parent, key) => {
      const at = parent[key] as Record<string, unknown>;
      if (Array.isArray(at)) at.push('More');
      else at[path.at(-1) === 'answers' ? 418 : 'more'] = path.at(-1) === 'answers' ? '' : 'text';
    });
    return;
  }
  add('is removed', (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  });
  for (const other of alternatives(value, path, facts))
    add(`is ${other}`, (parent, key) => {
      parent[key] = other;
    });
}

/** Returns the record or operation that has the changed fact, or the first one that uses the changed choice. */
function entryOf({ records, operations }: Facts, [part, name = '']: readonly string[]): string {
  if (part !== 'choices') return name;
  const uses = (members: Readonly<Record<string, string>>) =>
    Object.values(members).some((shape) => shape.replace(/\W.*/, '') === name);
  const [record] = Object.keys(records).filter((one) => uses(records[one] ?? {}));
  return record ?? Object.keys(operations).find((one) => uses(operations[one]?.query ?? {})) ?? '';
}

/** Returns other facts of the same sort: another kind, list form, limit or requirement, or a changed text. */
function alternatives(value: string, path: readonly string[], facts: Facts): string[] {
  const [name = ''] = /^\w*/.exec(value) ?? [];
  const isShape = simple.includes(name) || facts.choices[name] || facts.records[name];
  if (!isShape || path[0] === 'choices' || ['method', 'path'].includes(path.at(-1) ?? ''))
    return value === '' ? [Object.keys(facts.records)[0] as string] : [`${value}X`];
  const others = [...simple, Object.keys(facts.choices)[0], Object.keys(facts.records)[0]] as string[];
  return [
    ...others.filter((one) => one !== name).map((one) => value.replace(name, one)),
    ...(/[\])}]!?$/.test(value) ? [name] : [`${name}[]`]),
    ...limitsBeside(value),
    // Only members can be required.
    ...(path.some((step) => /^(answers|answerHeaders|body)$/.test(step))
      ? []
      : [value.endsWith('!') ? value.slice(0, -1) : `${value}!`]),
  ];
}

/** Returns shapes with another minimum or maximum. */
function limitsBeside(value: string): string[] {
  const [, least, most] = /(\d+)\.\.(\d+)/.exec(value) ?? [];
  if (least === undefined || most === undefined) return [];
  const [low, high] = [Number(least), Number(most)];
  const others = [
    [low === 0 ? 1 : low - 1, high],
    [low, high + 1],
    [low, high - 1],
  ];
  return others.map(([from, to]) => value.replace(`${least}..${most}`, `${from}..${to}`));
}
