import { findFile } from '../../files/index.ts';
import type { JsonObject, MarketplaceAdapter } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { type DocumentDeps, ownFileId } from './obtain.ts';
import { unsettled } from './settle.ts';
import { mostSources, type Source, sourcesOf } from './sources.ts';

/** Finds what is known to hinder the merging of an offer's license agreements, without asking anybody else. */
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
      ? `the text of the standard agreement ${source.type} is not known, so that it cannot be attached`
      : undefined;
  }
  const id = ownFileId(files, source.url);
  if (id !== undefined) return (await findFile(scope, id)) ? undefined : `there is no file ${id}`;
  const isHttps = URL.canParse(source.url) && new URL(source.url).protocol === 'https:';
  return isHttps ? undefined : 'must be the id of a file, or an address that begins with https://';
}
