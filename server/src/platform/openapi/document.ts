import type { z } from 'zod';
import { z as zod } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { aboutCsv, describeColumns, emptyTable } from '../csv/write.ts';
import { type ErrorDefinition, errors } from '../errors.ts';
import { formOfParameter } from '../http/path-parameters.ts';
import { createRecords } from '../http/record-tags.ts';
import { pathParameters, type Route } from '../http/route.ts';
import { type ApiDescription, saidOf, undescribed } from './api-description.ts';
import { writeBounds } from './bounds.ts';
import { describeTags } from './etags.ts';
import { nameOf } from './examples.ts';
import { groupsOf } from './groups.ts';
import { addExamples } from './media-examples.ts';
import { markReadOnly } from './read-only.ts';
import { securityOf, securitySchemes } from './security.ts';
import { shareErrors, writeNulls } from './shared-errors.ts';
import { mergeTwins } from './twins.ts';
import { finishWebhooks, webhookPaths } from './webhooks.ts';

const Problem = zod
  .object({
    type: zod.string().meta({ description: 'URL of the page about this error code' }),
    title: zod.string().meta({ description: 'Meaning of the error code' }),
    status: zod.int().meta({ description: 'HTTP status' }),
    detail: zod.string().meta({ description: 'Explanation of this occurrence of the error' }),
    instance: zod.string().meta({ description: 'Path of the request' }),
    code: zod.string().meta({ description: 'Error code, from a closed list' }),
    requestId: zod.string().meta({ description: 'Id of the request, as in X-Correlation-Id and in the log' }),
    errors: zod
      .array(
        zod.object({
          pointer: zod
            .string()
            .meta({ description: 'JSON pointer of the invalid field, or name of the parameter' }),
          message: zod.string().meta({ description: 'What is wrong with the value' }),
        }),
      )
      .optional()
      .meta({ description: 'Invalid fields' }),
  })
  .meta({
    id: 'Problem',
    description: 'An error: the members of RFC 9457, an error code and the invalid fields',
  });

const TokenProblem = zod
  .object({
    error: zod.string().meta({ description: 'Error code of RFC 6749' }),
    error_description: zod.string().meta({ description: 'Explanation of this occurrence of the error' }),
  })
  .meta({ id: 'TokenProblem', description: 'An error of the token endpoint (RFC 6749, section 5.2)' });

const general: readonly ErrorDefinition[] = [
  errors.unauthenticated.definition,
  errors.forbidden.definition,
  errors.not_found.definition,
  errors.unavailable.definition,
  errors.internal.definition,
];
const withBody: readonly ErrorDefinition[] = [
  errors.payload_too_large.definition,
  errors.unsupported_media_type.definition,
];
const mutating: readonly ErrorDefinition[] = [
  errors.idempotency_key_in_use.definition,
  errors.idempotency_key_reused.definition,
];

/** Lists the errors that a route may return: its own and the general ones (R4). */
export function errorsOf(route: Route): ErrorDefinition[] {
  const own = [...(route.errors ?? []), ...(route.quota ? [errors.quota_exceeded.definition] : [])];
  if (route.access === 'public') {
    const raw = route.bodyFormat !== undefined;
    const entry = route.body
      ? [...withBody, errors.invalid_request.definition, ...(raw ? [] : [errors.malformed_json.definition])]
      : [];
    return [
      ...own,
      ...entry,
      errors.not_found.definition,
      errors.unavailable.definition,
      errors.internal.definition,
    ];
  }
  const body = route.body ? withBody : [];
  const condition = route.condition ? [errors.changed_meanwhile.definition] : [];
  const change = route.method === 'GET' ? [] : [...mutating, ...condition];
  // A route without parameters and body, such as `GET /org`, has no invalid input.
  const takesInput = route.path.includes('{') || route.query || route.body;
  const input = takesInput ? [errors.invalid_request.definition] : [];
  return [...own, ...input, ...general, ...body, ...change];
}

/** Creates the OpenAPI 3.1 document from the routes, so that the document always describes the running service (R5). */
export function createOpenApi(routes: readonly Route[], description: ApiDescription = undescribed) {
  const { webhooks } = description;
  const parameters = saidOf(description, 'parameters');
  const paths: ZodOpenApiPathsObject = {};
  const records = createRecords(routes);
  for (const route of routes) {
    if (route.hidden) continue;
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeTags(records, route, operation(route, parameters)),
    };
  }
  const groups = groupsOf(
    routes.filter(({ hidden }) => !hidden).map(({ group }) => group),
    saidOf(description, 'groups'),
  );
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Tradepost',
        version: '1.0',
        description: description.about,
        contact: { name: 'The operator of this installation' },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0.html' },
      },
      servers: [
        {
          url: '/',
          description: description.server,
          'x-internal': false,
        },
      ],
      tags: groups,
      paths,
      ...(webhooks.length > 0 ? { webhooks: webhookPaths(webhooks) } : {}),
      components: {
        securitySchemes,
      },
    },
    { override: writeBounds },
  );
  describeParameters(document);
  const marked = markReadOnly(writeNulls(mergeTwins(document)), routes);
  const known = { identifiers: saidOf(description, 'identifiers'), pathOfProblem: description.pathOfProblem };
  const shown = addExamples(marked, routes, { ...known, errorsOf });
  return shareErrors(finishWebhooks(shown, known.identifiers));
}

/**
 * Adds descriptions to parameters, from the parameter's schema or from the named schema that it refers to.
 */
function describeParameters({ paths, components }: ReturnType<typeof createDocument>): void {
  type DescribedNode = { description?: string; $ref?: string };
  const schemas = (components?.schemas ?? {}) as Record<string, DescribedNode>;
  for (const operations of Object.values(paths ?? {}))
    for (const { parameters } of Object.values(operations as Record<string, ZodOpenApiOperationObject>))
      for (const parameter of (parameters ?? []) as (DescribedNode & { schema: DescribedNode })[]) {
        const { description, $ref } = parameter.schema;
        const said = description ?? schemas[nameOf($ref ?? '')]?.description;
        if (said) parameter.description ??= said;
      }
}

/** Creates the operation object of a route. @param parameters the descriptions of path parameters, by name */
function operation(route: Route, parameters: Readonly<Record<string, string>>): ZodOpenApiOperationObject {
  const path = pathParameters(route.path);
  const result: ZodOpenApiOperationObject = {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    tags: [route.group],
    ...(route.deprecated ? { deprecated: true } : {}),
    security: securityOf(route.access),
    ...(['public', 'principal'].includes(route.access) ? {} : { 'x-permission': route.access }),
    responses: {
      200: {
        description: route.responseDescription,
        content: {
          'application/json': { schema: isPaged(route) ? route.response.max(1000) : route.response },
          ...(route.csv ? csvContent(route.csv) : {}),
        },
      },
      ...errorResponses(route),
    },
  };
  const requestParams: NonNullable<ZodOpenApiOperationObject['requestParams']> = {};
  if (path.length > 0)
    requestParams.path = zod.object(
      Object.fromEntries(
        path.map((name) => {
          const { pattern, longest } = formOfParameter(name);
          const text = zod.string().max(longest);
          const schema = pattern ? text.regex(pattern) : text;
          return [name, schema.meta({ description: parameters[name] ?? name })];
        }),
      ),
    );
  if (route.query) requestParams.query = route.query as z.ZodObject;
  if (Object.keys(requestParams).length > 0) result.requestParams = requestParams;
  if (route.body) result.requestBody = requestBody(route);
  return result;
}

const csvContent = (columns: NonNullable<Route['csv']>) => ({
  'text/csv': {
    schema: zod.string().meta({ description: `${aboutCsv}${describeColumns(columns)}` }),
    example: emptyTable(columns),
  },
});

/** Whether a route returns pages; a page has at most 1000 rows (R2). */
const isPaged = (route: Route): route is Route & { response: z.ZodArray } =>
  route.response instanceof zod.ZodArray && route.query?.shape.limit !== undefined;

/** The fields of a form according to RFC 6749. */
const fieldsOf = ({ bodyFormat }: Route): z.ZodObject | undefined =>
  bodyFormat?.type === 'raw' ? bodyFormat.fields : undefined;

function requestBody(route: Route): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  const { body, bodyFormat: format, bodyRequired: required } = route;
  const fields = fieldsOf(route);
  if (fields) return { required, content: { 'application/x-www-form-urlencoded': { schema: fields } } };
  if (format?.type === 'form') return { required, content: { 'multipart/form-data': { schema: body } } };
  if (format?.type === 'bytes') return { required, content: { [format.mediaType]: { schema: body } } };
  return { required, content: { 'application/json': { schema: body } } };
}

const item = (pattern: string) => ({ type: 'string', maxLength: 200, pattern: `^"[A-Za-z]+"${pattern}$` });
const quotaHeaders = {
  'RateLimit-Policy': {
    description: 'The quota, as `"<quota>";q=<maximum>`, with `;w=<seconds>` if it has a time window',
    schema: item(';q=[0-9]+(;w=[0-9]+)?'),
  },
  RateLimit: {
    description: 'The remaining quota, as `"<quota>";r=<rest>`, with `;t=<seconds>` until the window resets',
    schema: item(';r=[0-9]+(;t=[0-9]+)?'),
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry, if a retry can succeed',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400 },
  },
};

function errorResponses(route: Route) {
  const token = fieldsOf(route) !== undefined;
  const definitions = token ? [...errorsOf(route), errors.unauthenticated.definition] : errorsOf(route);
  const statuses = [...new Set(definitions.map((definition) => definition.status))].sort();
  const byStatus = statuses.map(
    (status) => [status, definitions.filter((other) => other.status === status)] as const,
  );
  return Object.fromEntries(
    byStatus.map(([status, list]) => [
      String(status),
      {
        description: [...new Set(list.map((definition) => `${definition.code}: ${definition.title}.`))].join(
          ' ',
        ),
        ...(status === 429 ? { headers: quotaHeaders } : {}),
        content: { 'application/json': { schema: token && status < 404 ? TokenProblem : Problem } },
      },
    ]),
  ) as Record<`${4 | 5}${string}`, never>;
}
