import type { Method } from './methods.ts';

/** Methods that many groups have: a letter stands for each. `~` is the organization, `<` the noun, `*` an id. */
const standard: Readonly<Record<string, string>> = {
  'list G < q': 'l',
  'create P < b': 'c',
  'get G </*': 'g',
  'update U </* b': 'u',
  'delete D </*': 'd',
};

const verbs: Readonly<Record<string, string>> = { get: 'G', post: 'P', patch: 'U', delete: 'D' };

const about = `/**
 * A line for each group: name, noun, and a letter for each of the methods list, create, get, update and delete that is as
 * everywhere. Below it a line for each other method: name, verb, path and marks. In paths \`~\` is the organization, \`<\` the
 * noun, \`>\` one record of it, and \`>\` alone what the method is named. Marks: b JSON, f form, m files, r raw body; q query;
 * o open to anybody.
 */
`;

/** Prints the table that the methods are made from when a client is made. */
export function tableText(methods: readonly Method[]): string {
  const groups = [...new Set(methods.map(({ group }) => group))];
  const lines = groups.map((group) => {
    const own = methods.filter((method) => method.group === group);
    const noun = nounOf(own);
    const written = own.map((method) => lineOf(method, noun));
    const letters = written.flatMap((line) => standard[line] ?? []);
    const others = written.filter((line) => !standard[line]).map((line) => ` ${shortened(line)}`);
    return [[group, noun, letters.join('')].join(' ').trimEnd(), ...others].join('\n');
  });
  return `${about}export const table = \`\n${lines.join('\n')}\`;\n`;
}

/** The first part of the paths of most methods of a group. */
function nounOf(methods: readonly Method[]): string {
  const first = methods.flatMap(({ path }) => /^\/org\/\{orgId\}\/(\w+)/.exec(path)?.[1] ?? []);
  const count = (noun: string) => first.filter((each) => each === noun).length;
  return first.sort((one, other) => count(other) - count(one))[0] ?? '';
}

function lineOf({ name, verb, path, body, hasQuery, operation }: Method, noun: string): string {
  const organization = path.replace(/^\/org\/\{orgId\}\/?/, '~').replaceAll(/\{\w+\}/g, '*');
  const place =
    noun && new RegExp(`^~${noun}(?=/|$)`).test(organization)
      ? `<${organization.slice(noun.length + 1)}`
      : organization;
  const marks = [body ?? '', hasQuery ? 'q' : '', operation.security?.length === 0 ? 'o' : ''].join('');
  return `${name} ${verbs[verb]} ${place} ${marks}`.trimEnd();
}

const shortened = (line: string): string =>
  line.replace(
    /^(\w+) (\w) <\/\*\/(\S+)/,
    (_, name, verb, rest) => `${name} ${verb} >${rest === name ? '' : rest}`,
  );
