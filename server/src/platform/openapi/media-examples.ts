import type { createDocument } from 'zod-openapi';
import { AppError, type ErrorDefinition, errors, invalid, toProblem } from '../errors.ts';
import type { Route } from '../http/route.ts';
import { type ExampleSource, exampleOf, type JsonSchema, nameOf, requestExampleOf } from './examples.ts';

type Document = ReturnType<typeof createDocument>;
type Media = { schema?: JsonSchema; example?: unknown; examples?: Record<string, unknown> };
type Operation = {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

/**
 * Adds an example to each body of each operation: the route's own example, or an example made from the schema. Examples
 * that several operations share are listed once in the components.
 * @param sources.errorsOf returns all errors of a route
 * @param sources.pathOfProblem the path in the examples of errors
 */
export function addExamples(
  document: Document,
  routes: readonly Route[],
  sources: {
    errorsOf: (route: Route) => readonly ErrorDefinition[];
    identifiers: ExampleSource['identifiers'];
    pathOfProblem: string;
  },
): Document {
  const { errorsOf, identifiers, pathOfProblem } = sources;
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const described = routes.filter((route) => !route.hidden);
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const operationOf = ({ path, method }: Route) => paths[path]?.[method.toLowerCase()] as Operation;
  const known: ExampleSource = { schemas, examples: ofRecords(described, operationOf), identifiers };
  const shared: SharedExamples = {};

  for (const route of described) {
    const { requestBody, responses } = operationOf(route);
    for (const media of Object.values(requestBody?.content ?? {}))
      media.example = route.example ?? requestExampleOf(media.schema ?? {}, known, route.serverSetFields);
    for (const [status, response] of Object.entries(responses))
      for (const media of Object.values(response.content ?? {}))
        if (status !== '200')
          addProblems(media, Number(status), { codes: errorsOf(route), pathOfProblem }, shared);
        else if (media.schema?.$ref) addRecord(media, media.schema.$ref, route, known, shared);
        else media.example ??= route.responseExample ?? exampleOf(media.schema ?? {}, known);
  }
  const examples = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...document.components, examples } } as Document;
}

/** Collects the routes' own examples by record: the example of one route serves every route that returns the record. */
function ofRecords(
  routes: readonly Route[],
  operationOf: (route: Route) => Operation,
): ExampleSource['examples'] {
  const examples: Record<string, unknown> = {};
  for (const route of routes) {
    const ref = operationOf(route).responses['200']?.content?.['application/json']?.schema?.$ref;
    if (ref !== undefined && route.responseExample !== undefined)
      examples[nameOf(ref)] ??= route.responseExample;
  }
  return examples;
}

type SharedExamples = Record<string, { summary: string; value: unknown }>;

const refer = (name: string) => ({ [name]: { $ref: `#/components/examples/${name}` } });

function addRecord(
  media: Media,
  ref: string,
  route: Route,
  known: ExampleSource,
  shared: SharedExamples,
): void {
  const name = nameOf(ref);
  const value = route.responseExample ?? exampleOf({ $ref: ref }, known);
  shared[name] ??= { summary: `Example of ${name}`, value };
  if (shared[name].value === value || route.responseExample === undefined) media.examples = refer(name);
  else media.example = value;
}

function addProblems(
  media: Media,
  status: number,
  { codes: all, pathOfProblem }: { codes: readonly ErrorDefinition[]; pathOfProblem: string },
  shared: SharedExamples,
): void {
  if (media.schema?.$ref?.includes('TokenProblem')) {
    media.example = tokenProblems[status];
    return;
  }
  const codes = all.filter((definition) => definition.status === status);
  for (const definition of codes)
    shared[definition.code] ??= {
      summary: definition.title,
      value: problemExample(definition, pathOfProblem),
    };
  media.examples = Object.assign({}, ...codes.map(({ code }) => refer(code)));
}

const tokenProblems: Record<number, { error: string; error_description: string }> = {
  400: { error: 'invalid_request', error_description: 'grant_type is missing' },
  401: { error: 'invalid_client', error_description: 'The client is unknown or its secret is wrong' },
};

function problemExample(definition: ErrorDefinition, instance: string): unknown {
  const error =
    definition === errors.invalid_request.definition
      ? invalid([{ pointer: '/name', message: 'must be a string' }])
      : new AppError(definition);
  return toProblem(error, {
    instance,
    requestId: 'req_01m7z53wpee6h8v41zz34trexm',
    baseUrl: 'https://tradepost.example',
  });
}
