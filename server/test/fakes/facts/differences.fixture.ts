import type { Facts } from './contract.ts';
import { createModel, type Fault, type Model, type Route } from './model.ts';

/**
 * What the vendor publishes, written a second time, for tests that compare the tables' behaviour with it. An operation is
 * `method path | query | body | answers`; a record lists its members with their shapes.
 */
export type Published = {
  operations: Readonly<Record<string, string>>;
  records: Readonly<Record<string, string>>;
  choices: Readonly<Record<string, string>>;
};

/** Values of which each kind accepts some; any two kinds accept different ones. */
const probes: readonly [value: unknown, acceptedBy: string][] = [
  ['word', 'text name segment base64'],
  ['a!b', 'text'],
  ['YWJj+/==', 'text base64'],
  ['25', 'text name digits segment base64 int64Text'],
  ['product/one-1', 'text durable'],
  ['2022-03-01-preview2', 'text name version segment'],
  ['11111111-2222-4333-8444-555555555555', 'text uuid name segment'],
  ['11111111222243338444555555555555', 'text name digits segment base64 int64Text'],
  ['buyer@buyer.example', 'text mail'],
  ['https://seller.example/a?b=c', 'text uri'],
  ['ftp://seller.example', 'text'],
  ['2031-05-12T10:20:00Z', 'text time name'],
  ['2031-05-12', 'text time date version name segment'],
  ['2031-05-12T10:20:00.1234567', 'text time name'],
  ['2031-13-12T10:20:00Z', 'text name'],
  [3, 'int32 int64 double positive int64Text'],
  [-2_147_483_647, 'int32 int64 double int64Text'],
  [2_147_483_648, 'int64 double positive int64Text'],
  [2.5, 'double positive'],
  [-2.5, 'double'],
  [Number.POSITIVE_INFINITY, ''],
  [true, 'boolean'],
  [[], ''],
  [{ any: 1 }, 'object'],
];
/** Number of items with which a list without a published limit is tested. */
const many = 30;

type Member = {
  name: string;
  type: string;
  isRequired: boolean;
  /** Number of items of a list. */
  range: [number, number] | undefined;
  isLimited: boolean;
  /** Number of characters of a text. */
  length: [number, number] | undefined;
  isMap: boolean;
};

/** Reads `name:type`, with `!`, `[]`, `[1..25]`, `(1..50)` or `{}` after the type. */
const membersOf = (text: string): Member[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [, name = '', type = '', brackets, least, most] =
        /^([^:]+):(\w+)(?:([[({])(?:(\d+)\.\.(\d+))?[\])}])?!?$/.exec(one) ?? [];
      const range: [number, number] = [Number(least ?? 0), Number(most ?? many)];
      return {
        name,
        type,
        isRequired: one.endsWith('!'),
        range: brackets === '[' ? range : undefined,
        isLimited: most !== undefined,
        length: brackets === '(' ? range : undefined,
        isMap: brackets === '{',
      };
    });

/**
 * Lists the cases in which the facts behave differently from what is published. Each case is a request, a response or a
 * record that the model accepts or refuses. `only` limits the cases to one record or operation.
 */
export function differences(
  facts: Facts,
  published: Published,
  { only, most = Number.POSITIVE_INFINITY }: { only?: string; most?: number } = {},
): string[] {
  const found: string[] = [];
  const model = modelOf(facts);
  if (!model) return ['the facts have no model'];
  const note: Note = (title) => {
    found.push(title);
    if (found.length >= most) throw new Error('enough');
  };
  const cases = createCases(published, note);
  const run = (names: readonly string[], check: (name: string) => void) => {
    for (const name of names)
      try {
        if (found.length < most && (only === undefined || only === name)) check(name);
      } catch (error) {
        found.push(`${name}: ${error}`);
      }
  };
  run(Object.keys(published.records), (name) => checkRecord(cases, model, name));
  run(Object.keys(published.operations), (name) => checkOperation(cases, model, name));
  for (const part of ['operations', 'records', 'choices'] as const)
    found.push(...Object.keys(facts[part]).filter((name) => published[part][name] === undefined));
  return found;
}

/** Creates the model; undefined for facts that no model can have, such as an operation without a path. */
function modelOf(facts: Facts): Model | undefined {
  try {
    return createModel(facts);
  } catch {
    return undefined;
  }
}

/** Samples of each record, which many comparisons share. */
const samples = new WeakMap<Published, Map<string, Record<string, unknown>>>();

type Note = (title: string) => void;

/** Creates the values with which cases are built, and the functions that compare the outcomes. */
function createCases(published: Published, note: Note) {
  const report = (title: string, faults: readonly Fault[], isRefused: boolean) => {
    if (faults.length > 0 !== isRefused) note(title);
  };
  const allowedBy = (type: string): unknown[] => {
    const choice = published.choices[type];
    if (choice) return choice.split(' ');
    if (published.records[type] !== undefined) return [sampleOf(type)];
    return probes.filter(([, by]) => by.split(' ').includes(type)).map(([value]) => value);
  };
  const refusedBy = (type: string, allowed: readonly unknown[]): unknown[] => {
    const others = probes.map(([value]) => value).filter((value) => !allowed.includes(value));
    if (published.choices[type]) return [...others, ...allowed.map((one) => `${one}x`)];
    return others;
  };
  const exampleOf = ({ type, range, isMap }: Member): unknown => {
    const [example] = allowedBy(type);
    if (isMap) return { key: example };
    return range ? repeat(example, range[0]) : example;
  };
  const known = samples.get(published) ?? new Map<string, Record<string, unknown>>();
  samples.set(published, known);
  /** Returns a record with every published member. */
  const sampleOf = (record: string): Record<string, unknown> => {
    const sample =
      known.get(record) ??
      Object.fromEntries(membersIn(record).map((member) => [member.name, exampleOf(member)]));
    known.set(record, sample);
    return sample;
  };
  const membersIn = (record: string) => membersOf(published.records[record] ?? '');
  /** Compares the values that a refusal lists with the published values. */
  const compareList = (title: string, faults: readonly Fault[], expected: readonly string[]) => {
    const text = [...expected].sort().join(', ');
    const lists = faults.map(({ message }) => message.split(': ')[1] ?? '');
    const named = (lists.find((list) => list !== '') ?? '').split(', ').sort().join(', ');
    if (named !== text) note(`${title} lists ${named}, not ${text}`);
  };
  /** Checks every value that a member allows, values that it refuses, and the limits of a list. */
  const checkMember = (title: string, member: Member, faults: (value: unknown) => Fault[]) => {
    const { type, range, isLimited, length, isMap } = member;
    const wrap = (value: unknown) => (isMap ? { key: value } : range ? repeat(value, range[0]) : value);
    const allowed = allowedBy(type);
    for (const value of allowed) report(`${title} accepts ${show(value)}`, faults(wrap(value)), false);
    for (const value of refusedBy(type, allowed))
      report(`${title} refuses ${show(value)}`, faults(wrap(value)), true);
    const choice = published.choices[type];
    if (choice) compareList(type, faults(wrap('?')), choice.split(' '));
    if (isMap) report(`${title} is a map`, faults(allowed[0]), true);
    for (const count of length ?? [])
      report(`${title} accepts ${count} characters`, faults('x'.repeat(count)), false);
    if (length)
      report(`${title} refuses ${length[1] + 1} characters`, faults('x'.repeat(length[1] + 1)), true);
    if (length?.[0]) report(`${title} refuses no characters`, faults(''), true);
    if (!range) return report(`${title} refuses a list`, faults([allowed[0]]), true);
    const listOf = (count: number) => faults(Array.from({ length: count }, () => allowed[0]));
    report(`${title} is a list`, faults(allowed[0]), true);
    for (const count of range) report(`${title} accepts ${count} items`, listOf(count), false);
    if (range[0] > 0) report(`${title} refuses ${range[0] - 1} items`, listOf(range[0] - 1), true);
    if (isLimited) report(`${title} refuses ${range[1] + 1} items`, listOf(range[1] + 1), true);
  };
  return { published, note, report, sampleOf, exampleOf, membersIn, compareList, checkMember };
}
type Cases = ReturnType<typeof createCases>;

function checkRecord(cases: Cases, model: Model, record: string): void {
  const members = cases.membersIn(record);
  const sample = cases.sampleOf(record);
  cases.report(record, model.recordFaults(record, sample), false);
  cases.compareList(record, model.recordFaults(record, { unknown: 1 }), namesOf(members));
  for (const member of members) {
    const { [member.name]: _absent, ...without } = sample;
    cases.checkMember(`${record}.${member.name}`, member, (value) =>
      model.recordFaults(record, { ...sample, [member.name]: value }),
    );
    cases.report(`${record} without ${member.name}`, model.recordFaults(record, without), member.isRequired);
  }
}

function checkOperation(cases: Cases, model: Model, operation: string): void {
  const parts = (cases.published.operations[operation] ?? '').split('|').map((part) => part.trim());
  const [call = '', parameters = '', body = '', answers = ''] = parts;
  const [method = '', path = ''] = call.split(' ');
  const route = model.find(method, path);
  if (typeof route !== 'object' || route.operation !== operation) {
    cases.note(`${operation}: path`);
    return;
  }
  if (model.find('PUT', path) !== 'METHOD') cases.note(`${operation}: method`);
  checkRequest(cases, model, route, membersOf(parameters), body);
  checkAnswers(cases, model, operation, answers);
}

function checkRequest(
  cases: Cases,
  model: Model,
  { operation, parameters }: Route,
  members: readonly Member[],
  body: string,
): void {
  const { report, compareList } = cases;
  const all = Object.fromEntries(members.map((member) => [member.name, cases.exampleOf(member)]));
  const content = body ? cases.sampleOf(body) : undefined;
  const faults = (given: Record<string, unknown>, sent: unknown = content, steps = parameters) =>
    model.requestFaults(operation, {
      parameters: steps,
      query: pick(given, (name) => !isHeader(name)),
      headers: pick(given, isHeader),
      body: sent === absent ? undefined : sent,
    });
  report(`${operation} accepts its request`, faults(all), false);
  for (const member of members) {
    const { [member.name]: _absent, ...without } = all;
    cases.checkMember(`${operation} ${member.name}`, member, (value) =>
      faults({ ...all, [member.name]: value }),
    );
    report(`${operation} without ${member.name}`, faults(without), member.isRequired);
  }
  const [headers, query] = [true, false].map((which) =>
    namesOf(members).filter((name) => isHeader(name) === which),
  );
  compareList(`${operation} query`, faults({ ...all, unknown: '1' }), query ?? []);
  compareList(`${operation} headers`, faults({ ...all, 'x-ms-unknown': '1' }), headers ?? []);
  for (const [name, example] of Object.entries(parameters))
    for (const value of wrongValuesOf(example))
      report(`${operation} ${name} ${value}`, faults(all, content, { ...parameters, [name]: value }), true);
  if (!body) report(`${operation} has no body`, faults(all, {}), true);
  if (!body) return;
  report(`${operation} needs a body`, faults(all, absent), true);
  report(`${operation} body has other members`, faults(all, { unknown: 1 }), true);
  compareList(`${operation} body`, faults(all, { unknown: 1 }), namesOf(cases.membersIn(body)));
}

/** Values that a parameter like the example refuses. A parameter whose example has a space accepts any text. */
const wrongValuesOf = (example: string): readonly string[] =>
  example.includes(' ') ? [] : ['', 'a b', ...(/^[a-z]+$/.test(example) ? [] : ['word'])];

function checkAnswers(cases: Cases, model: Model, operation: string, answers: string): void {
  const { report, compareList } = cases;
  const known = new Map(
    answers.split(' ').map((one) => {
      const [status = '', rest = ''] = one.split(/[:>](.*)/s);
      return [status, { rest, hasHeader: one.includes('>') }] as const;
    }),
  );
  compareList(`${operation} statuses`, model.answerFaults(operation, 299, undefined), [...known.keys()]);
  for (const [text, { rest, hasHeader }] of known) {
    const [status, title] = [Number(text), `${operation} ${text}`];
    const [member] = hasHeader ? membersOf(rest) : [];
    const headers = member ? { [member.name]: String(cases.exampleOf(member)) } : {};
    const faults = (body: unknown, sent = headers) => model.answerFaults(operation, status, body, sent);
    report(title, faults(undefined), false);
    if (member) {
      report(`${title} needs ${member.name}`, faults(undefined, {}), true);
      cases.checkMember(`${title} ${member.name}`, member, (value) =>
        faults(undefined, { [member.name]: value as string }),
      );
    }
    if (rest === '' || hasHeader) {
      report(`${title} has no published body`, faults({ unknown: 1 }), false);
      continue;
    }
    const [type = '', isList] = rest.split('[');
    const wrap = (value: unknown) => (isList ? [value] : value);
    const sample = cases.sampleOf(type);
    report(`${title} is a ${rest}`, faults(wrap(sample)), false);
    report(`${title} is a ${rest} only`, faults(isList ? sample : [sample]), true);
    for (const { name, type: nested, range } of cases.membersIn(type))
      if (range && cases.published.records[nested] !== undefined)
        report(`${title} ${name}`, faults(wrap({ ...sample, [name]: [{ unknown: 1 }] })), true);
    report(`${title} has other members`, faults(wrap({ unknown: 1 })), true);
    compareList(`${title} body`, faults(wrap({ unknown: 1 })), namesOf(cases.membersIn(type)));
  }
}

/** Stands for a request without a body. */
const absent = Symbol('absent');
const isHeader = (name: string) => name.startsWith('x-ms-');
const pick = (from: Readonly<Record<string, unknown>>, which: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => which(name))) as Record<string, string>;
const namesOf = (members: readonly Member[]) => members.map(({ name }) => name);
const repeat = (value: unknown, least: number) => Array.from({ length: Math.max(1, least) }, () => value);
const show = (value: unknown) => JSON.stringify(value)?.slice(0, 40);
