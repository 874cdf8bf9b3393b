import { keepFile, keptForMs, mergedEula, reserveFile } from '../../files/index.ts';
import type { JsonObject, MarketplaceAdapter } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { OfferRow } from '../columns.ts';
import { DocumentError, mergeParts } from './merge.ts';
import { type DocumentDeps, obtain, ownFileId } from './obtain.ts';
import { isSettled, mostSources, type Party, parties, type Source, settled, sourcesOf } from './sources.ts';

/** The two maps of an offer that say which documents its license agreements consist of. */
export type Terms = { info: JsonObject; metaInfo: JsonObject };
type Context = {
  organizationId: string;
  offerId: string;
  transaction: InTransaction;
  adapter: MarketplaceAdapter | undefined;
};

/** A license agreement that is in the storage and becomes a file in the transaction that names it. */
type Made = { party: Party; fileId: string };

/** The agreements that a document has to be made for: of several documents, or of a file of ours, which may go. */
export function unsettled(deps: Pick<DocumentDeps, 'files'>, terms: Terms): Party[] {
  return (Object.keys(parties) as Party[]).filter((party) => {
    const sources = sourcesOf(terms, party);
    return isMade(deps, sources) && !isSettled(terms, party);
  });
}

/** Says whether a license agreement of a stored offer has to be merged, or copied. */
export const needsAgreements = (
  deps: Pick<DocumentDeps, 'files'>,
  { info, meta_info }: Pick<OfferRow, 'info' | 'meta_info'>,
): boolean =>
  // Hardly any offer has an agreement of its own: the others need not be parsed.
  info.includes('"CUSTOM"') &&
  unsettled(deps, { info: JSON.parse(info), metaInfo: JSON.parse(meta_info) }).length > 0;

const isMade = ({ files }: Pick<DocumentDeps, 'files'>, sources: readonly Source[]): boolean =>
  sources.length > 1 ||
  sources.some((source) => source.kind === 'standard' || ownFileId(files, source.url) !== undefined);

/** Merges what has to be merged, outside of every transaction. @throws DocumentError */
export async function makeAgreements(deps: DocumentDeps, context: Context, terms: Terms): Promise<Made[]> {
  const made: Made[] = [];
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
  throw new DocumentError(`Together the documents have more than ${deps.limit} bytes.`, { permanent: true });
}

/** Makes the agreements into files and answers the fields that name them, for the transaction to write. */
export async function keepAgreements(
  { files }: DocumentDeps,
  scope: OrgTransaction,
  terms: Terms,
  made: readonly Made[],
): Promise<Terms> {
  const changed: Terms = { info: {}, metaInfo: {} };
  for (const { party, fileId } of made) {
    await keepFile(scope, fileId);
    const until = new Date(scope.wallNow.getTime() + keptForMs);
    const address = files.links.link({ organizationId: scope.organizationId, id: fileId }, until);
    const current = { info: terms.info, metaInfo: { ...terms.metaInfo, ...changed.metaInfo } };
    const { info, metaInfo } = settled(current, party, address);
    Object.assign(changed.info, info);
    Object.assign(changed.metaInfo, metaInfo);
  }
  return changed;
}
