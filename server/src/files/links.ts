import type { Vault } from '../platform/secrets/encryption.ts';
import { createSignedLinks } from '../platform/secrets/signed-links.ts';

export const contentPath = '/public/file/{fileId}';

const hourMs = 3_600_000;
/** The validity period of a link in a response. */
export const answeredForMs = hourMs;
/** The validity period of a link that is stored in a record, at a marketplace or by a buyer. */
export const keptForMs = 365 * 24 * hourMs;

/** Creates signed links to the content of files. A signed link can be opened without a token. */
export const createFileLinks = (deps: { vault: Vault; baseUrl: () => string }) =>
  createSignedLinks(deps, { purpose: 'file', path: contentPath.replace('{fileId}', '{id}') });
