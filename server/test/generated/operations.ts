import { openApiText } from '../../src/generate.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
  readOnly?: boolean;
  default?: unknown;
  required?: string[];
};
export type Parameter = {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Example = { value?: unknown; $ref?: string };
export type Body = { schema: Schema; example?: unknown; examples?: Record<string, Example> };
type Answer = Media & { description: string };
type Media = { content?: Record<string, Body> };
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security: unknown[];
  parameters: Parameter[];
  requestBody?: Media & { required?: boolean };
  responses: Record<string, Answer>;
};
export type Document = {
  openapi: string;
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Partial<Operation>>>;
  components: {
    schemas: Record<string, Schema>;
    examples: Record<string, Example>;
    responses: Record<string, Answer>;
  };
};

/** The OpenAPI document of the service under test. */
export const document = JSON.parse(openApiText()) as Document;

/** Resolves a response, including a reference to a component. */
const found = (answer: Answer | { $ref: string; description: string }): Answer =>
  '$ref' in answer
    ? {
        ...document.components.responses[answer.$ref.split('/').at(-1) as string],
        description: answer.description,
      }
    : answer;

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) =>
      ({
        parameters: [],
        ...operation,
        responses: Object.fromEntries(
          Object.entries(operation.responses ?? {}).map(([status, answer]) => [status, found(answer)]),
        ),
        method: method.toUpperCase(),
        path,
      }) as unknown as Operation,
  ),
);

export const isPublic = (operation: Operation): boolean => operation.security.length === 0;

/** Resolves a reference to a schema. */
export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  if (name === undefined) return schema;
  const found = document.components.schemas[name];
  if (!found) throw new Error(`the document has no schema ${name}`);
  return resolve(found);
}

/** Returns the schema of a body in a format of the operation. */
export const bodySchema = (media: Media | undefined): Schema | undefined =>
  Object.values(media?.content ?? {})[0]?.schema;

/** Returns the examples of a body, with resolved references. */
export const examplesOf = ({ example, examples = {} }: Body): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ $ref, value }) =>
    $ref === undefined ? value : document.components.examples[$ref.split('/').at(-1) as string]?.value,
  ),
];

/** The files that provide the records of path parameters. */
export const recordsOfPaths = 'a …-records.ts in test/generated/';

/** Fills in the parameters of a path; a parameter without a value gets an id that does not exist. */
export const fillPath = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nothing_0');

/** A valid value for each required parameter. */
const needed: Readonly<Record<string, string>> = {
  newExpiryDate: '2099-01-31',
  newSeat: '5',
  metric: 'offersCreated',
  amount: '1',
};

/**
 * Returns the required part of the query, with its question mark; empty for most operations. A confirmation repeats
 * the last id of the path.
 */
export const neededQuery = (
  { parameters, path }: Operation,
  ids: Readonly<Record<string, string>> = {},
): string => {
  const names = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name);
  const last = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
  const goodValue = (name: string) => needed[name] ?? ids[name === 'confirm' ? last : name] ?? 'nothing_0';
  return names.length === 0 ? '' : `?${names.map((name) => `${name}=${goodValue(name)}`).join('&')}`;
};

/** Path parameters that are not records of the organization, or whose isolation has tests of its own. */
export const ofNoRecord = [
  'orgId',
  'partner',
  'service',
  'entityType',
  'entityId',
  'notificationMessageId',
  'apiClientId',
  'otherOrgId',
  'offerExternalId',
  'sandboxFaultId',
  'savedViewId',
];
