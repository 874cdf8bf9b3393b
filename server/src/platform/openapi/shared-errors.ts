import { STATUS_CODES } from 'node:http';
import type { createDocument } from 'zod-openapi';
import type { JsonSchema } from './examples.ts';
import { mapObjects } from './map-objects.ts';

type Document = ReturnType<typeof createDocument>;
type Response = { description: string; content?: Record<string, { examples?: object }> };
type Operation = { responses: Record<string, Response | { $ref: string; description: string }> };

/**
 * Moves the error responses of each status to the components, with an example of each error code. The description of an
 * operation still lists the codes that this operation returns.
 */
export function shareErrors(document: Document): Document {
  const shared: Record<string, Response> = {};
  for (const methods of Object.values(document.paths ?? {}))
    for (const { responses } of Object.values(methods) as Operation[])
      for (const [status, response] of Object.entries(responses as Record<string, Response>)) {
        if (status === '200') continue;
        const name = nameOfErrors(status, response);
        shared[name] = mergeExamples(shared[name] ?? { ...response, description: titleOf(status) }, response);
        responses[status] = { $ref: `#/components/responses/${name}`, description: response.description };
      }
  const sorted = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...document.components, responses: sorted } } as Document;
}

const titleOf = (status: string): string => `${STATUS_CODES[status]}: one of these codes`;

const nameOfErrors = (status: string, response: Response): string =>
  (JSON.stringify(response).includes('/TokenProblem"') ? 'Token' : '') +
  (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '');

/** Merges the examples of two error responses. */
const mergeExamples = (one: Response, other: Response): Response => ({
  ...one,
  content: Object.fromEntries(
    Object.entries(one.content ?? {}).map(([type, media]) => [
      type,
      media.examples === undefined
        ? media
        : { ...media, examples: { ...media.examples, ...other.content?.[type]?.examples } },
    ]),
  ),
});

/** Replaces `anyOf` with a null schema by a type array (`type: [string, null]`), which tools handle better. */
export const writeNulls = (document: Document): Document =>
  mapObjects(document, ({ anyOf, ...rest }) => {
    const [value, none, ...others] = (anyOf ?? []) as JsonSchema[];
    const isPlain = typeof value?.type === 'string' && value.enum === undefined && value.const === undefined;
    if (isPlain && none?.type === 'null' && others.length === 0)
      return { ...value, ...rest, type: [value.type, 'null'] };
    return anyOf === undefined ? rest : { ...rest, anyOf };
  }) as Document;
