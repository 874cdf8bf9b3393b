import { findFile, keepFile, keptForMs, mergedEula, reserveFile } from '../../files/index.ts';
import type { JsonObject, MarketplaceAdapter } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { OfferRow } from '../columns.ts';
import { DocumentError, mergeParts } from './merge.ts';
import { type DocumentDeps, obtain, ownFileId } from './obtain.ts';
import {
  isSettled,
  mergedFields,
  mostSources,
  type Party,
  parties,
  type Source,
  sourcesOf,
} from './sources.ts';

/** The maps of an offer that define the documents of its license agreements. */
type Terms = { info: JsonObject; metaInfo: JsonObject };

type Context = {
  organizationId: string;
  offerId: string;
  transaction: InTransaction;
  adapter: MarketplaceAdapter | undefined;
};

/** A stored license agreement, which becomes a file in the transaction that references it. */
type StoredAgreement = { party: Party; fileId: string };

/**
 * Lists the agreements that need their own document: agreements of several documents, and agreements that
 * reference a stored file, which may be deleted later.
 */
export function unsettled(deps: Pick<DocumentDeps, 'files'>, terms: Terms): Party[] {
  return (Object.keys(parties) as Party[]).filter((party) => {
    const sources = sourcesOf(terms, party);
    return isMade(deps, sources) && !isSettled(terms, party);
  });
}

/** Returns whether a license agreement of a stored offer has to be merged or copied. */
export const needsAgreements = (
  deps: Pick<DocumentDeps, 'files'>,
  { info, meta_info }: Pick<OfferRow, 'info' | 'meta_info'>,
): boolean =>
  // Few offers have their own agreement, so a text search avoids parsing the offers without an agreement.
  info.includes('"CUSTOM"') &&
  unsettled(deps, { info: JSON.parse(info), metaInfo: JSON.parse(meta_info) }).length > 0;

const isMade = ({ files }: Pick<DocumentDeps, 'files'>, sources: readonly Source[]): boolean =>
  sources.length > 1 ||
  sources.some((source) => source.kind === 'standard' || ownFileId(files, source.url) !== undefined);

/**
 * Merges or copies the agreements that need a document, outside of transactions.
 * @throws DocumentError
 */
export async function makeAgreements(
  deps: DocumentDeps,
  context: Context,
  terms: Terms,
): Promise<StoredAgreement[]> {
  const made: StoredAgreement[] = [];
  for (const party of unsettled(deps, terms)) {
    const { contentType, content } = await merge(deps, context, sourcesOf(terms, party));
    const ending = contentType === 'application/pdf' ? 'pdf' : 'txt';
    const name = `${party === 'buyer' ? 'eula' : 'reseller-eula'}-${context.offerId}.${ending}`;
    const file = { name, contentType, purpose: mergedEula, content };
    const { storage } = deps.files;
    made.push({
      party,
      fileId: await reserveFile(storage, context.organizationId, context.transaction, file),
    });
  }
  return made;
}

async function merge(deps: DocumentDeps, context: Context, sources: readonly Source[]) {
  if (sources.length > mostSources)
    throw new DocumentError(`At most ${mostSources} documents can be merged.`, { permanent: true });
  const parts = [];
  for (const source of sources) parts.push(await obtain(deps, context, source));
  const merged = await mergeParts(parts, deps.log);
  if (merged.content.length <= deps.limit) return merged;
  throw new DocumentError(`The documents are together larger than ${deps.limit} bytes.`, { permanent: true });
}

/** Creates files of the agreements and returns the offer fields that reference them, for the transaction to store. */
export async function keepAgreements(
  { files }: DocumentDeps,
  scope: OrgTransaction,
  terms: Terms,
  made: readonly StoredAgreement[],
): Promise<Terms> {
  const changed: Terms = { info: {}, metaInfo: {} };
  for (const { party, fileId } of made) {
    await keepFile(scope, fileId);
    const until = new Date(scope.wallNow.getTime() + keptForMs);
    const address = files.links.link({ organizationId: scope.organizationId, id: fileId }, until);
    const current = { info: terms.info, metaInfo: { ...terms.metaInfo, ...changed.metaInfo } };
    const { info, metaInfo } = mergedFields(current, party, address);
    Object.assign(changed.info, info);
    Object.assign(changed.metaInfo, metaInfo);
  }
  return changed;
}

/** Finds known obstacles to merging an offer's license agreements, without a call to another system. */
export async function documentFindings(
  scope: OrgTransaction,
  deps: Pick<DocumentDeps, 'files'>,
  adapter: MarketplaceAdapter | undefined,
  terms: { info: JsonObject; metaInfo: JsonObject },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const party of unsettled(deps, terms)) {
    const sources = sourcesOf(terms, party);
    const [beyond] = sources.slice(mostSources);
    if (beyond)
      findings.push({ pointer: beyond.pointer, message: `at most ${mostSources} documents can be merged` });
    for (const source of sources.slice(0, mostSources)) {
      const message = await problemOf(scope, deps, adapter, source);
      if (message) findings.push({ pointer: source.pointer, message });
    }
  }
  return findings;
}

async function problemOf(
  scope: OrgTransaction,
  { files }: Pick<DocumentDeps, 'files'>,
  adapter: MarketplaceAdapter | undefined,
  source: Source,
): Promise<string | undefined> {
  if (source.kind === 'standard') {
    const known = adapter?.describe().standardAgreements?.[source.type];
    return known === undefined
      ? `the text of the standard agreement ${source.type} is unavailable, so it cannot be attached`
      : undefined;
  }
  const id = ownFileId(files, source.url);
  if (id !== undefined)
    return (await findFile(scope, id)) ? undefined : `does not match a file in this organization: ${id}`;
  const isHttps = URL.canParse(source.url) && new URL(source.url).protocol === 'https:';
  return isHttps ? undefined : 'must be the id of a file or an https:// address';
}
