import type { Vault } from '../platform/secrets/encryption.ts';
import { createSignedLinks } from '../platform/secrets/signed-links.ts';

export const contentPath = '/public/file/{fileId}';

const hourMs = 3_600_000;
/** The time for which the link of an answer is good. */
export const answeredForMs = hourMs;
/** The time for which a link is good that a record, a marketplace or a buyer keeps. */
export const keptForMs = 365 * 24 * hourMs;

/** Links to the content of files, which open without a token. */
export const createFileLinks = (deps: { vault: Vault; baseUrl: () => string }) =>
  createSignedLinks(deps, { purpose: 'file', path: contentPath.replace('{fileId}', '{id}') });
