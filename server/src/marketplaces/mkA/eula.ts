import { createHash } from 'node:crypto';
import { MarketplaceError } from '../errors.ts';
import type { JsonObject, OfferSpec } from '../specifications.ts';
import type { Calls } from './calls.ts';
import { ownDocuments } from './change-set/documents.ts';
import type { Endpoint } from './clients.ts';
import { callStore, signedAddress } from './documents.ts';
import { refusal } from './errors.ts';
import type { Keys } from './sessions.ts';

/** Gets a document at an address that a seller wrote down, or of a file of the organization. @throws Error */
export type ObtainDocument = (
  organizationId: string,
  url: string,
) => Promise<{ content: Buffer; contentType: string }>;

export type EulaStore = {
  /** The terms of an offer, with the documents of its own where the marketplace reads them: in the seller's bucket. */
  place(spec: OfferSpec): Promise<JsonObject>;
};

type Deps = {
  organizationId: string;
  calls: Pick<Calls, 'settings' | 'keys'>;
  obtain: ObtainDocument;
  endpoint: Endpoint;
  now: () => Date;
};

const folder = 'tradepost/license-agreements';
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/html': 'html',
};
const hourMs = 3_600_000;
const daySeconds = 86_400;

/** Creates what puts license agreements into the seller's bucket, each under the hash of its content. */
export function createEulaStore({ organizationId, calls, obtain, endpoint, now }: Deps): EulaStore {
  async function put(url: string): Promise<string> {
    const { bucket } = calls.settings();
    if (!bucket)
      throw refusal(
        'INVALID_LEGAL_DOCUMENTS',
        'The marketplace reads license agreements of your own from your bucket only. Enter bucketName in the integration.',
      );
    const { content, contentType } = await obtain(organizationId, url).catch(notHad);
    const hash = createHash('sha256').update(content).digest('hex');
    const key = `${folder}/${hash}.${extensions[contentType] ?? 'bin'}`;
    // The address that is signed ends with the session, and a change set may wait for hours.
    const keys = await calls.keys('NEW');
    const place = { bucket, key, keys, endpoint };
    const answer = await callStore(place, 'PUT', { body: content, contentType }).catch(() => {
      throw lostStore();
    });
    refuseStored(answer);
    return signedAddress(place, ...lifeOf(keys));
  }

  /** The same address for as long as the keys are the same: what is asked for again must be in the same words. */
  function lifeOf({ expiration, lifeMs }: Keys): [from: Date, seconds: number] {
    if (expiration && lifeMs) return [new Date(expiration.getTime() - lifeMs), lifeMs / 1000];
    return [new Date(Math.floor(now().getTime() / (24 * hourMs)) * 24 * hourMs), 7 * daySeconds];
  }

  return {
    place: async (spec) => {
      const info = { ...spec.info };
      for (const [name, url] of Object.entries(ownDocuments(spec))) info[name] = await put(url);
      return info;
    },
  };
}

/** The same document again is the same: nothing is lost with an answer. */
const lostStore = () =>
  new MarketplaceError('the store of documents cannot be reached', {
    kind: 'unreachable',
    readable: 'The bucket for license agreements cannot be reached. It is tried again by itself.',
  });

/** A document that is not there, or that nobody may read, will not come by itself. Its address may hold a secret. */
function notHad(error: { permanent?: boolean }): never {
  if (error.permanent)
    throw refusal(
      'INVALID_LEGAL_DOCUMENTS',
      'The license agreement cannot be had from its address. Give one that can be read from everywhere.',
    );
  throw new MarketplaceError('the license agreement cannot be had', {
    kind: 'unreachable',
    readable:
      'The license agreement cannot be had from its address at the moment. It is tried again by itself.',
  });
}

const endedKeys = ['ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'SignatureDoesNotMatch'];

function refuseStored({ status, code }: { status: number; code: string }): void {
  if (status < 300) return;
  if (endedKeys.includes(code))
    throw new MarketplaceError(code, {
      kind: 'unauthorized',
      readable: 'The bucket for license agreements does not let us in. Verify the integration again.',
    });
  if (status === 503 || status === 429)
    throw new MarketplaceError(code || `HTTP ${status}`, { kind: 'throttled', retryAfterMs: 5000 });
  if (status >= 500) throw lostStore();
  throw refusal(
    code || `HTTP ${status}`,
    status === 404
      ? 'There is no such bucket for license agreements. Correct bucketName in the integration.'
      : 'The bucket does not let us put license agreements there. Give the role the right to, as the setup says.',
  );
}
