import type { Calls } from '../calls.ts';
import { unreadable } from '../errors.ts';
import { type SchemaName, versions } from './resource-names.ts';

/** Calls per second, chosen to stay below what the vendor throttles; it publishes no limits. */
const rate = ['ingestion', 2] as const;
const mostPages = 200;

type Query = Readonly<Record<string, string>>;
export type ResourcePage<T> = { items: readonly T[]; cursor: string | undefined };

/** Creates the calls of the interface for private offers, in which every resource has a version. */
export function createIngestion({ call }: Pick<Calls, 'call'>) {
  const read = async (schema: SchemaName, path: string, query: Query = {}): Promise<unknown> => {
    const ask = {
      api: 'ingestion',
      method: 'GET',
      path,
      query: { ...query, $version: versions[schema] },
      rate,
    } as const;
    return (await call(ask)).body;
  };

  async function readPage<T>(
    schema: SchemaName,
    path: string,
    { cursor, ...query }: Query & { cursor?: string } = {},
  ): Promise<ResourcePage<T>> {
    const body = await read(schema, path, { ...query, ...(cursor ? { continuationToken: cursor } : {}) });
    const { value, '@nextLink': next } = (body ?? {}) as { value?: unknown; '@nextLink'?: unknown };
    if (!Array.isArray(value)) throw unreadable('no list', 'reads');
    return { items: value as T[], cursor: tokenIn(next) };
  }

  return {
    read,
    readPage,
    readAll: async <T>(schema: SchemaName, path: string, query: Query = {}): Promise<T[]> => {
      const all: T[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < mostPages; pages++) {
        const page: ResourcePage<T> = await readPage(schema, path, {
          ...query,
          ...(cursor ? { cursor } : {}),
        });
        all.push(...page.items);
        cursor = page.cursor;
        if (!cursor) return all;
      }
      throw unreadable('a list without an end', 'reads');
    },
    /** Starts a job. */
    configure: async (body: object): Promise<unknown> =>
      (
        await call({
          api: 'ingestion',
          method: 'POST',
          path: '/configure',
          query: { $version: versions.configure },
          body,
          rate,
        })
      ).body,
  };
}
export type Ingestion = ReturnType<typeof createIngestion>;

/** Takes only the token of the next page, so that no other host is called. */
function tokenIn(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  return new URL(address).searchParams.get('continuationToken') ?? undefined;
}
