import { type Document, type Method, methodsOf, nameOf, type Schema } from '../../sdk/generate/index.ts';
import type { Operation, OperationField } from '../src/ui/operation/operation.ts';
import { fieldOf, type Printing, recordFields, recordMark } from './fields.ts';

const mark = '/** Generated from openapi.json by `npm run generate`; do not edit. */\n';

/** Records that have forms of their own, which the service describes (`getOfferForm`). */
const withOwnForm = ['WorkloadOffer'];

/** Groups without pages: calls by other systems, and calls before the sign-in. */
const withoutPages = ['authentication', 'events', 'marketplaces', 'payments', 'system'];

/** The parameters of every list, which the list pages set. */
const listParameters = [
  'limit',
  'offset',
  'cursor',
  'count',
  'order',
  'sort',
  'fields',
  'page_size',
  'page_number',
];

/**
 * Generates the descriptions of all operations, by file: for each group of the SDK, one file with the operations, and
 * one with the help texts, which only open forms load.
 */
export function operationTexts(document: Document): Record<string, string> {
  const methods = methodsOf(document).filter(({ group }) => !withoutPages.includes(group));
  const groups = [...new Set(methods.map(({ group }) => group))];
  const files = groups.map((group): [string, string][] => {
    const printing: Printing = { document, records: new Map(), within: [] };
    const operations = methods
      .filter((method) => method.group === group)
      .map((method) => describe(method, printing));
    return [
      [`${group}.ts`, operationsText(operations, printing)],
      [`${group}-help.ts`, helpText(operations, printing)],
    ];
  });
  return { ...Object.fromEntries(files.flat()), 'helps.ts': helpsText(groups) };
}

/** Lists the files with help texts. */
const helpsText = (groups: readonly string[]): string =>
  [
    mark,
    `import type { Helps } from '../ui/operation/helps.ts';\n\n`,
    'export const helps: Readonly<Record<string, () => Promise<{ helps: Helps }>>> = {\n',
    ...groups.map((group) => `  ${group}: () => import('./${group}-help.ts'),\n`),
    '};\n',
  ].join('');

function helpText(operations: readonly Operation[], printing: Printing): string {
  const helps = operations.map(({ id, help, fields = [], query = [] }) => [
    id,
    Object.fromEntries([
      ...(help ? [['', help]] : []),
      ...fieldHelps(fields, '', printing),
      ...fieldHelps(query, '$query/', printing),
    ]),
  ]);
  return [
    mark,
    `import type { Helps } from '../ui/operation/helps.ts';\n\n`,
    `export const helps: Helps = ${JSON.stringify(Object.fromEntries(helps))};\n`,
  ].join('');
}

/** Returns the help texts of fields by pointer, with `*` for the rows of lists. */
function fieldHelps(
  fields: readonly OperationField[] | string,
  within: string,
  printing: Printing,
): [string, string][] {
  const own = typeof fields === 'string' ? printing.records.get(fields.slice(recordMark.length)) : fields;
  return (own ?? []).flatMap(({ name, kind, help, fields: inner }): [string, string][] => [
    ...(help ? ([[`${within}${name}`, help]] as [string, string][]) : []),
    ...(inner ? fieldHelps(inner, `${within}${name}/${kind === 'list' ? '*/' : ''}`, printing) : []),
  ]);
}

function operationsText(operations: readonly Operation[], printing: Printing): string {
  const names = [...printing.records.keys()];
  const records = [...printing.records].map(
    ([name, fields]) => `const ${name}: OperationField[] = ${print(fields)};\n`,
  );
  const used = names.length > 0 ? 'Operation, OperationField' : 'Operation';
  return [
    mark,
    `import type { ${used} } from '../ui/operation/operation.ts';\n`,
    ...(records.length > 0 ? ['\n', ...records] : []),
    '\n',
    ...operations.map((operation) => `export const ${operation.id}: Operation = ${print(operation)};\n`),
  ].join('');
}

/** Prints a value without help texts; marks of nested records become references to the constants of the file. */
const print = (value: unknown): string =>
  JSON.stringify(value, (name, inner) => (name === 'help' ? undefined : inner))
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll(new RegExp(`"${recordMark}(\\w+)"`, 'g'), '$1');

type Described = Method['operation'] & { 'x-permission'?: string };

function describe(method: Method, printing: Printing): Operation {
  const operation = method.operation as Described;
  const { summary = '', description, parameters = [], requestBody, responses } = operation;
  const inQuery = parameters.filter((each) => each.in === 'query');
  const [media] = Object.values(requestBody?.content ?? {});
  const title = summary.replace(/\.$/, '');
  const help = (description ?? '').replaceAll('`', '');
  return {
    id: operation.operationId,
    group: method.group,
    method: method.name,
    verb: method.verb.toUpperCase() as Operation['verb'],
    title,
    ...(help && help !== `${title}.` && method.verb !== 'get' ? { help } : {}),
    ...(operation['x-permission'] ? { permission: operation['x-permission'] } : {}),
    params: method.steps,
    ...(media ? bodyOf(media.schema ?? {}, requestBody?.required === true, printing) : {}),
    ...(method.hasQuery ? { query: queryFields(inQuery, printing) } : {}),
    ...(parameters.some(({ name }) => name === 'If-Match') ? { hasTag: true } : {}),
    ...(parameters.some(({ name }) => name === 'limit') ? { isPaged: true } : {}),
    ...(responses['200']?.content?.['text/csv']
      ? { hasCsv: true, path: method.path.replace('/org/{orgId}/', '') }
      : {}),
  };
}

const queryFields = (
  parameters: NonNullable<Described['parameters']>,
  printing: Printing,
): OperationField[] =>
  parameters
    .filter(({ name }) => !listParameters.includes(name))
    .map(({ name, schema, description, required }) => {
      const own = { ...schema, ...(description ? { description } : {}) };
      const field = fieldOf(name, own, required === true, printing);
      return field.kind === 'text' ? { ...field, kind: kindOfText(name) } : field;
    });

/** Times of lists are described as texts. */
const kindOfText = (name: string): string =>
  /^(from|to)$/.test(name) ? 'time' : /^(start|end)Date$/.test(name) ? 'day' : 'text';

/** A body that is a list has one field, `$items`. */
function bodyOf(schema: Schema, isRequired: boolean, printing: Printing): Partial<Operation> {
  const optional = isRequired ? {} : { isBodyOptional: true };
  if (withOwnForm.includes(nameOf(schema.$ref ?? ''))) return { body: 'record', ...optional, fields: [] };
  if (schema.type === 'array')
    return { body: 'list', ...optional, fields: [fieldOf('$items', schema, false, printing)] };
  return { body: 'record', ...optional, ...recordFields(schema, printing) };
}
