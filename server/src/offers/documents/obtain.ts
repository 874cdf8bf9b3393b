import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { type FileDeps, findFile, keyOf } from '../../files/index.ts';
import type { MarketplaceAdapter } from '../../marketplaces/index.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import { type OutsideFetch, OutsideRefused } from '../../platform/outside/outside-fetch.ts';
import { DocumentError, mergeParts, type Part } from './merge.ts';
import type { Source } from './sources.ts';

export type DocumentDeps = {
  files: FileDeps;
  /** Fetches documents from addresses that callers gave. */
  fetch: OutsideFetch;
  /** Maximum size of a document in bytes. */
  limit: number;
  log: Logger;
};

/** Reads the id of a stored file from an address, which may be the id itself or a link. */
export const ownFileId = ({ links }: FileDeps, url: string): string | undefined =>
  /^fil_[0-9a-z]+$/.test(url) ? url : links.idIn(url);

const permanent = (message: string, cause?: unknown) =>
  new DocumentError(message, { permanent: true, cause });

/**
 * Fetches the content of a document outside of transactions.
 * @throws DocumentError
 */
export async function obtain(
  deps: DocumentDeps,
  context: { organizationId: string; transaction: InTransaction; adapter: MarketplaceAdapter | undefined },
  source: Source,
): Promise<Part> {
  if (source.kind === 'standard') return standardAgreement(context.adapter, source.type);
  const fileId = ownFileId(deps.files, source.url);
  return fileId === undefined ? download(deps, source.url) : ownFile(deps, context, fileId);
}

/**
 * Fetches an organization's document and its content type from a URL. Do not call it inside a transaction.
 * @throws DocumentError
 */
export async function obtainDocument(
  deps: DocumentDeps,
  context: { organizationId: string; transaction: InTransaction },
  url: string,
): Promise<{ content: Buffer; contentType: string }> {
  const source: Source = { kind: 'document', pointer: '', url };
  return mergeParts([await obtain(deps, { ...context, adapter: undefined }, source)], deps.log);
}

function standardAgreement(adapter: MarketplaceAdapter | undefined, type: string): Part {
  const text = adapter?.describe().standardAgreements?.[type];
  if (text === undefined)
    throw permanent(`The text of the standard agreement ${type} is unavailable, so it cannot be attached.`);
  return { name: `The standard agreement ${type}`, content: Buffer.from(text), contentType: 'text/plain' };
}

async function ownFile(
  { files }: DocumentDeps,
  { organizationId, transaction }: { organizationId: string; transaction: InTransaction },
  id: string,
): Promise<Part> {
  const row = await transaction((scope) => findFile(scope, id));
  const stream = row && (await files.storage.get(keyOf(organizationId, id)));
  if (!row || !stream) throw permanent(`File not found: ${id}.`);
  return { name: row.name, content: await buffer(stream), contentType: row.content_type };
}

async function download({ fetch, limit }: DocumentDeps, url: string): Promise<Part> {
  const failed = (why: string, options: { permanent: boolean; cause?: unknown }) =>
    new DocumentError(`The document at ${url} is unavailable: ${why}.`, options);
  let answer: Response;
  try {
    answer = await fetch(url, { method: 'GET', headers: { accept: 'application/pdf, text/plain;q=0.9' } });
  } catch (cause) {
    const { message, code } = cause as Error & { code?: string };
    const refused = cause instanceof OutsideRefused || code === 'ERR_INVALID_URL';
    throw failed(message, { permanent: refused, cause });
  }
  // Redirects are not followed: they could lead to internal addresses.
  if (answer.status !== 200)
    throw failed(`its server responded with ${answer.status}`, {
      permanent: answer.status < 500 && answer.status !== 429,
    });
  const content = Buffer.from(await answer.arrayBuffer());
  if (content.length === 0 || content.length > limit)
    throw failed(content.length === 0 ? 'it is empty' : `it is larger than ${limit} bytes`, {
      permanent: true,
    });
  return { name: url, content };
}
