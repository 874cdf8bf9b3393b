import type { ChangeOptions, Query } from './calls.ts';
import type { Operations } from './generated/methods.ts';
import { table } from './generated/table.ts';

/** An operation in the table, with its properties. */
export type Operation = { verb: string; path: string; marks: string };

export type Arguments = { steps: string[]; body: unknown; query: Query; options: ChangeOptions };

const verbs: Readonly<Record<string, string>> = { G: 'GET', P: 'POST', U: 'PATCH', D: 'DELETE' };

/** The standard methods, by their letter in the table. */
const standard: Readonly<Record<string, string>> = {
  l: 'list G < q',
  c: 'create P < b',
  g: 'get G </*',
  u: 'update U </* b',
  d: 'delete D </*',
};

type NamedOperation = [name: string, operation: Operation];

/** The parsed table, shared by all clients. */
let known: [group: string, methods: NamedOperation[]][] | undefined;

/** Creates the methods of all operations. `call` performs an operation. */
export function createOperations(
  call: (operation: Operation, given: Arguments) => Promise<unknown>,
): Operations {
  known ??= table
    .trim()
    .split(/\n(?! )/)
    .map(readGroup);
  const methodOf = ([name, operation]: NamedOperation) => [
    name,
    (...values: unknown[]) => call(operation, argumentsOf(operation, values)),
  ];
  const groups = known.map(([group, methods]) => [group, Object.fromEntries(methods.map(methodOf))]);
  return Object.fromEntries(groups) as Operations;
}

function readGroup(text: string): [string, NamedOperation[]] {
  const [head = '', ...lines] = text.split('\n ');
  const [group = '', noun = '', letters = ''] = head.split(' ');
  const all = [...[...letters].map((letter) => standard[letter] as string), ...lines];
  const methods = all.map((line): NamedOperation => {
    const [name = '', verb = '', place = '', marks = ''] = line.split(' ');
    const path = place.replace(/^>$/, `>${name}`).replace('>', '</*/').replace('<', `~${noun}`);
    return [name, { verb: verbs[verb] as string, path, marks }];
  });
  return [group, methods];
}

/** Assigns arguments in the order of parameters: path parameters, body, query, options. */
function argumentsOf({ path, marks }: Operation, values: unknown[]): Arguments {
  const steps = values.splice(0, path.split('*').length - 1) as string[];
  const body = /[bfmr]/.test(marks) ? values.shift() : undefined;
  const query = marks.includes('q') ? values.shift() : undefined;
  return { steps, body, query: (query ?? {}) as Query, options: (values[0] ?? {}) as ChangeOptions };
}

/**
 * Fills path parameters into a path, where `~` stands for the organization.
 * @throws TypeError for an id that would change the path, because `fetch` resolves `..`
 */
export function pathOf(path: string, steps: readonly string[], organization: string | undefined): string {
  const rest = [...steps];
  const written = path.replaceAll('*', () => step(rest.shift()));
  if (!written.startsWith('~')) return written;
  if (organization === undefined)
    throw new TypeError('No organization: pass orgId to the client, or use in(orgId).');
  return `/org/${step(organization)}${written.length > 1 ? '/' : ''}${written.slice(1)}`;
}

function step(id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`${JSON.stringify(id)} is not a valid id.`);
  return encodeURIComponent(id);
}
