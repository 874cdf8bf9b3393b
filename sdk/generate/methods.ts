import { type Document, type Operation, resolve, type Schema } from './document.ts';
import { type Named, nameOperations } from './names.ts';
import { findTwins } from './records.ts';
import { commentOf, keyOf, typeOf } from './types.ts';

/** An operation with all that its method is made from. */
export type Method = Named & {
  operation: Operation;
  /** Names of what is in the path, the organization left out. */
  steps: string[];
  /** How a body is sent: JSON, a form, a form with files, or as it is. */
  body: 'b' | 'f' | 'm' | 'r' | undefined;
  hasQuery: boolean;
  isList: boolean;
};

const bodies: Readonly<Record<string, Method['body']>> = {
  'application/json': 'b',
  'application/x-www-form-urlencoded': 'f',
  'multipart/form-data': 'm',
  'message/rfc822': 'r',
};

/** Parameters that each list has: one type says them. */
const listParameters = ['limit', 'offset', 'cursor', 'count', 'order'];

const queryOf = ({ parameters = [] }: Operation) => parameters.filter((each) => each.in === 'query');
const answerOf = ({ responses }: Operation): Schema =>
  responses['200']?.content?.['application/json']?.schema ?? { type: 'null' };

/** Finds the method of each operation, in the order of the groups. */
export function methodsOf(document: Document): Method[] {
  return nameOperations(document)
    .map((named) => {
      const operation = document.paths[named.path]?.[named.verb] as Operation;
      const [type] = Object.keys(operation.requestBody?.content ?? {});
      const query = queryOf(operation).map(({ name }) => name);
      const properties = resolve(document, answerOf(operation)).properties ?? {};
      const hasPages = ['cursor', 'page_number'].some((name) => query.includes(name));
      return {
        ...named,
        operation,
        steps: [...named.path.replace('/org/{orgId}', '').matchAll(/\{(\w+)\}/g)].map(
          ([, step]) => step as string,
        ),
        body: type === undefined ? undefined : bodies[type],
        hasQuery: query.length > 0,
        isList: named.verb === 'get' && (hasPages || 'nextOffset' in properties),
      };
    })
    .sort((one, other) => (one.group < other.group ? -1 : one.group > other.group ? 1 : 0));
}

/** Prints the types of the methods, a type for each group. */
export function methodsText(document: Document, methods: readonly Method[]): string {
  const names = findTwins(document.components.schemas);
  const print = (schema: Schema, indent = '  '): string => typeOf(schema, { names }, indent);
  const groups = [...new Set(methods.map(({ group }) => group))];
  const printed = groups.map((group) => {
    const own = methods
      .filter((method) => method.group === group)
      .map((each) => methodText(document, each, print));
    return `export type ${typeNameOf(group)} = {\n${own.join('')}};\n`;
  });
  const all = groups.map((group) => `  ${group}: ${typeNameOf(group)};\n`).join('');
  return `${printed.join('\n')}\n/** Every operation of the API, in groups. */\nexport type Operations = {\n${all}};\n`;
}

const typeNameOf = (group: string): string => `${group[0]?.toUpperCase()}${group.slice(1)}Methods`;

type Print = (schema: Schema, indent?: string) => string;

function methodText(document: Document, method: Method, print: Print): string {
  const { operation, name, verb } = method;
  const about = [operation.summary, operation.description].filter(Boolean).join('\n');
  const comment = commentOf(about, '  ', operation.deprecated ? ['@deprecated'] : []);
  const parameters = [
    ...method.steps.map((step) => `${step}: string`),
    ...bodyParameter(method, print),
    ...queryParameter(method, print),
    `options?: ${verb === 'get' ? 'CallOptions' : 'ChangeOptions'}`,
  ];
  return `${comment}  ${name}(${parameters.join(', ')}): ${answerText(document, method, print)};\n`;
}

function bodyParameter({ operation, verb, body }: Method, print: Print): string[] {
  if (!operation.requestBody) return [];
  const [media] = Object.values(operation.requestBody.content);
  const type = body === 'r' ? 'string' : print(media?.schema ?? {});
  const isRequired = operation.requestBody.required === true;
  return [`body${isRequired ? '' : '?'}: ${verb === 'patch' ? `Patch<${type}>` : type}`];
}

function queryParameter({ operation, hasQuery }: Method, print: Print): string[] {
  if (!hasQuery) return [];
  const all = queryOf(operation);
  const isList = listParameters.every((name) => all.some((each) => each.name === name));
  const own = all.filter(({ name }) => !(isList && listParameters.includes(name)));
  const isRequired = own.some(({ required }) => required);
  const fields = own.map((each) => {
    const type = parameterType(each.schema, print);
    const mark = each.required ? `: ${type}` : `?: ${type} | undefined`;
    return `${commentOf(each.description ?? each.schema.description, '    ')}    ${keyOf(each.name)}${mark};\n`;
  });
  const literal = fields.length > 0 ? `{\n${fields.join('')}  }` : '';
  return [
    `query${isRequired ? '' : '?'}: ${[...(isList ? ['ListQuery'] : []), literal].filter(Boolean).join(' & ')}`,
  ];
}

/** Several words may be given for some, or one. */
function parameterType(schema: Schema, print: Print): string {
  if (isSwitch(schema)) return 'boolean';
  const { items } = schema;
  if (!items) return print(schema, '    ');
  const word = print(items, '    ');
  return `${word} | readonly ${/^\w+$/.test(word) ? word : `(${word})`}[]`;
}

const isSwitch = ({ enum: values }: Schema): boolean => values?.join() === 'true,false';

/** Records that are kept have an id in each answer. */
const kept = (document: Document, schema: Schema, print: Print): string =>
  resolve(document, schema).properties?.id?.type === 'string' && schema.$ref
    ? `WithId<${print(schema)}>`
    : print(schema);

function answerText(document: Document, { operation, isList }: Method, print: Print): string {
  const schema = answerOf(operation);
  const rows = rowsOf(document, schema);
  const page = schema.items ? `${kept(document, schema.items, print)}[]` : kept(document, schema, print);
  return isList && rows ? `List<${page}, ${kept(document, rows, print)}>` : `Promise<${page}>`;
}

/** The rows of a page: what it is a list of, or its only list. */
function rowsOf(document: Document, schema: Schema): Schema | undefined {
  const page = resolve(document, schema);
  return page.items ?? Object.values(page.properties ?? {}).find(({ type }) => type === 'array')?.items;
}
