import { createHash } from 'node:crypto';
import { MarketplaceError } from '../errors.ts';
import type { JsonObject, OfferSpec } from '../specifications.ts';
import type { Calls } from './calls.ts';
import { ownDocuments } from './change-set/documents.ts';
import type { Endpoint } from './clients.ts';
import { callStore, signedAddress } from './documents.ts';
import { refusal } from './errors.ts';
import type { Keys } from './sessions.ts';

/**
 * Downloads a document from a URL that the seller entered, or from a file of the organization.
 * @throws Error
 */
export type ObtainDocument = (
  organizationId: string,
  url: string,
) => Promise<{ content: Buffer; contentType: string }>;

export type EulaStore = {
  /**
   * Copies the offer's own documents to the seller's bucket, from which the marketplace reads them, and
   * returns the terms with the new URLs.
   */
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

/** Creates the store that writes license agreements to the seller's bucket, named by content hash. */
export function createEulaStore({ organizationId, calls, obtain, endpoint, now }: Deps): EulaStore {
  async function put(url: string): Promise<string> {
    const { bucket } = calls.settings();
    if (!bucket)
      throw refusal(
        'INVALID_LEGAL_DOCUMENTS',
        'The marketplace reads your own license agreements only from your bucket. Set bucketName in the integration.',
      );
    const { content, contentType } = await obtain(organizationId, url).catch(notHad);
    const hash = createHash('sha256').update(content).digest('hex');
    const key = `${folder}/${hash}.${extensions[contentType] ?? 'bin'}`;
    // The signed URL expires with the session, and a change set may wait for hours. A new session has the
    // longest validity.
    const keys = await calls.keys('NEW');
    const place = { bucket, key, keys, endpoint };
    const answer = await callStore(place, 'PUT', { body: content, contentType }).catch(() => {
      throw lostStore();
    });
    refuseStored(answer);
    return signedAddress(place, ...lifeOf(keys));
  }

  /**
   * Returns the dates of a signed URL, fixed while the keys stay the same, because a retried request must
   * have the same content.
   */
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

/** Storing the same document again has no effect, so a lost response is harmless. */
const lostStore = () =>
  new MarketplaceError('the document store cannot be reached', {
    kind: 'unreachable',
    readable: 'The bucket for license agreements cannot be reached. The upload is retried automatically.',
  });

/**
 * Converts a failed download. A missing or private document is a permanent failure. Its URL may contain a
 * secret and is omitted.
 */
function notHad(error: { permanent?: boolean }): never {
  if (error.permanent)
    throw refusal(
      'INVALID_LEGAL_DOCUMENTS',
      'The license agreement cannot be downloaded from its address. Enter a publicly readable address.',
    );
  throw new MarketplaceError('the license agreement cannot be downloaded', {
    kind: 'unreachable',
    readable:
      'The license agreement cannot be downloaded at the moment. The download is retried automatically.',
  });
}

const endedKeys = ['ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'SignatureDoesNotMatch'];

function refuseStored({ status, code }: { status: number; code: string }): void {
  if (status < 300) return;
  if (endedKeys.includes(code))
    throw new MarketplaceError(code, {
      kind: 'unauthorized',
      readable: 'The bucket for license agreements rejects the credentials. Verify the integration again.',
    });
  if (status === 503 || status === 429)
    throw new MarketplaceError(code || `HTTP ${status}`, { kind: 'throttled', retryAfterMs: 5000 });
  if (status >= 500) throw lostStore();
  throw refusal(
    code || `HTTP ${status}`,
    status === 404
      ? 'The bucket for license agreements does not exist. Correct bucketName in the integration.'
      : 'The role may not write license agreements to the bucket. Add this right as the setup describes.',
  );
}
