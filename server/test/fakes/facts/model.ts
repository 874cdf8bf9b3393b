import type { Facts, Members, OperationFacts, Shape } from './contract.ts';

/** A violation of the vendor’s published model, with the member that causes it. */
export type Fault = { field: string; message: string };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const between =
  (most: number): Check =>
  (value) =>
    Number.isInteger(value) && Math.abs(value as number) <= most;

/**
 * A date, or a date and a time. The vendor’s examples omit the time zone and have up to seven decimals of a second.
 */
const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d)?)?$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kinds of simple values. */
const kinds: Readonly<Record<string, Check>> = {
  text: isText,
  uuid: like(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  mail: like(/^[^\s@]+@[^\s@]+$/),
  uri: like(/^https?:\/\/\S+$/),
  time: (value) => like(time)(value) && !Number.isNaN(Date.parse((value as string).slice(0, 10))),
  int32: between(2_147_483_647),
  int64: between(Number.MAX_SAFE_INTEGER),
  double: (value) => Number.isFinite(value),
  positive: (value) => Number.isFinite(value) && (value as number) >= 0,
  date: (value) => like(/^\d{4}-\d\d-\d\d$/)(value) && !Number.isNaN(Date.parse(value as string)),
  /** A version of a schema, which is a day and may be a preview. */
  version: like(/^\d{4}-\d\d-\d\d(-preview\d*)?$/),
  /** An identifier of a resource, such as `product/…`. */
  durable: like(/^[a-z-]+(\/[\w-]+)+$/),
  /** A name of a private offer. */
  name: like(/^[^!<>^[\]@#%/\p{Cc}\x7e-\xff]*$/u),
  /** A part of a path. */
  segment: like(/^[\w.-]+$/),
  /** A whole number in a query. */
  digits: like(/^\d+$/),
  base64: like(/^[A-Za-z0-9+/]*={0,2}$/),
  /** An integer of 64 bits, which JSON may contain as text. */
  int64Text: (value) => like(/^-?\d+$/)(value) || between(Number.MAX_SAFE_INTEGER)(value),
  object: isRecord,
  boolean: (value) => typeof value === 'boolean',
};

const wrong = (field: string, message: string): Fault[] => [{ field, message }];

/** The parts of a request that the model checks. */
export type RequestParts = {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined without a body. */
  body: unknown;
};

export type Route = { operation: string; parameters: Record<string, string> };

/** Creates the checks of an interface’s requests and responses. */
export function createModel(facts: Facts) {
  const routes = Object.entries(facts.operations).map(([operation, { method, path }]) => ({
    operation,
    method,
    ...readPath(path),
  }));
  /** Lists the faults of a value. In responses, null stands for an absent value. */
  const faultsOf = (shape: Shape, value: unknown, field: string, nullable: boolean): Fault[] =>
    checkShape(facts, shape, value, field, nullable);
  return {
    facts,
    /** Finds the operation of a call; METHOD if the path has other methods only. */
    find: (method: string, path: string): Route | 'METHOD' | undefined => {
      const steps = stepsOf(path);
      const met = routes.filter((route) => route.matches(steps));
      // A fixed step such as `resolve` takes precedence over a parameter.
      const [first] = met
        .filter((route) => route.method === method)
        .sort((left, right) => left.variables - right.variables);
      if (!first) return met.length > 0 ? 'METHOD' : undefined;
      return { operation: first.operation, parameters: first.read(steps) };
    },
    requestFaults: (name: string, { parameters, query, headers, body }: RequestParts): Fault[] => {
      const { path, query: known, headers: knownHeaders, body: shape } = operationOf(facts, name);
      return [
        ...checkMembers(facts, readPath(path).parameters, parameters, '', false),
        ...checkMembers(facts, known, query, '', false),
        ...checkMembers(facts, knownHeaders, headers, '', false),
        ...(shape === undefined
          ? body === undefined
            ? []
            : wrong('body', 'Must be absent')
          : faultsOf(shape, body, '', false)),
      ];
    },
    answerFaults: (
      name: string,
      status: number,
      body: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Fault[] => {
      const { answers, answerHeaders } = operationOf(facts, name);
      const shape = answers[status];
      if (shape === undefined)
        return wrong('status', `${status} is not published. Statuses: ${Object.keys(answers).join(', ')}`);
      const required = answerHeaders?.[status] ?? {};
      return [
        ...(shape === '' || body === undefined ? [] : faultsOf(shape, body, '', true)),
        ...Object.entries(required).flatMap(([header, kind]) =>
          faultsOf(kind, headers[header], header, false),
        ),
      ];
    },
    /** Lists the faults of one record, such as the body of a webhook. */
    recordFaults: (record: string, value: unknown): Fault[] => faultsOf(record, value, '', true),
  };
}
export type Model = ReturnType<typeof createModel>;

function operationOf(facts: Facts, name: string): OperationFacts {
  const found = facts.operations[name];
  if (!found) throw new Error(`The model has no operation ${name}.`);
  return found;
}

function checkShape(facts: Facts, shape: Shape, value: unknown, field: string, nullable: boolean): Fault[] {
  const [, name = '', brackets, least, most] =
    /^(\w+)(?:([[({])(?:(\d+)\.\.(\d+))?[\])}])?!?$/.exec(shape) ?? [];
  if (brackets === '{')
    return isRecord(value)
      ? Object.entries(value).flatMap(([key, one]) =>
          checkShape(facts, name, one, `${field}.${key}`, nullable),
        )
      : wrong(field, 'Must be an object');
  if (brackets === '[') {
    if (!Array.isArray(value)) return wrong(field, 'Must be a list');
    if (value.length < Number(least ?? 0) || value.length > Number(most ?? Number.POSITIVE_INFINITY))
      return wrong(field, `Must have ${least} to ${most} items`);
    return value.flatMap((one, index) => checkShape(facts, name, one, `${field}[${index}]`, nullable));
  }
  const choice = facts.choices[name];
  if (choice)
    return choice.includes(value as string) ? [] : wrong(field, `Allowed values: ${choice.join(', ')}`);
  const record = facts.records[name];
  if (record)
    return isRecord(value)
      ? checkMembers(facts, record, value, field, nullable)
      : wrong(field, 'Must be an object');
  const kind = kinds[name];
  if (!kind) throw new Error(`The model has no shape ${shape}.`);
  if (!kind(value)) return wrong(field, `Must be of the kind ${name}`);
  const isInside = brackets !== '(' || isWithin((value as string).length, Number(least), Number(most));
  return isInside ? [] : wrong(field, `Must have ${least} to ${most} characters`);
}

const isWithin = (length: number, least: number, most: number) => length >= least && length <= most;

function checkMembers(
  facts: Facts,
  members: Members,
  value: Readonly<Record<string, unknown>>,
  field: string,
  nullable: boolean,
): Fault[] {
  const at = (name: string) => (field ? `${field}.${name}` : name);
  const missing = Object.keys(members).filter((name) => members[name]?.endsWith('!') && value[name] == null);
  return [
    ...missing.flatMap((name) => wrong(at(name), 'Required')),
    ...Object.entries(value).flatMap(([name, one]) => {
      const shape = members[name];
      if (shape === undefined)
        return wrong(at(name), `Is not published. Members: ${Object.keys(members).sort().join(', ')}`);
      return one === undefined || (nullable && one === null)
        ? []
        : checkShape(facts, shape, one, at(name), nullable);
    }),
  ];
}

const decoded = (step: string): string => (/%(?![0-9a-f]{2})/i.test(step) ? step : decodeURIComponent(step));
const stepsOf = (path: string): string[] => path.split('/').filter((step) => step !== '');

const verbOf = (step = ''): string => /:[a-zA-Z]+$/.exec(step)?.[0] ?? '';

/** Reads a published path: `{name:kind}` is a parameter, which a verb such as `:approve` may follow. */
function readPath(path: string) {
  const steps = stepsOf(path).map((step) => ({ step, parameter: /^\{(\w+):(\w+)\}(:\w+)?$/.exec(step) }));
  const named = steps.flatMap(({ parameter }, index) => {
    const [, name = '', kind = '', verb = ''] = parameter ?? [];
    return parameter ? [{ name, kind, verb, index }] : [];
  });
  const textOf = (step = '', verb = '') => decoded(step.slice(0, step.length - verb.length));
  return {
    variables: named.length,
    parameters: Object.fromEntries(named.map(({ name, kind }) => [name, kind])),
    matches: (given: readonly string[]) =>
      given.length === steps.length &&
      steps.every(({ step, parameter }, index) =>
        parameter ? verbOf(given[index]) === (parameter[3] ?? '') : step === given[index],
      ),
    read: (given: readonly string[]) =>
      Object.fromEntries(named.map(({ name, verb, index }) => [name, textOf(given[index], verb)])),
  };
}
