import { addressOf, callBucket, errorOf, type Place, requestOf, signerOf } from './store.ts';

/** Calls the document store and returns the status and error code of the response. */
export async function callStore(
  place: Place,
  method: 'PUT' | 'HEAD',
  content?: { body: Buffer; contentType: string },
): Promise<{ status: number; code: string }> {
  const answer = await callBucket(place, {
    method,
    ...(content ? { headers: { 'content-type': content.contentType }, body: content.body } : {}),
  });
  return { status: answer.status, code: errorOf(answer).code };
}

/** Creates a signed URL. The document can be read until the keys or the URL expire. */
export async function signedAddress(place: Place, signingDate: Date, expiresIn: number): Promise<string> {
  const url = addressOf(place);
  const signer = await signerOf(place);
  // A reader sends no body, so the body is unsigned.
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const { query = {} } = await signer.presign(requestOf(url, { method: 'GET', headers }), {
    signingDate,
    expiresIn,
  });
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Returns the expiry of a signed URL, in milliseconds since 1970; undefined for an unsigned URL. */
export function endOfAddress(address: string): number {
  if (!URL.canParse(address)) return Number.POSITIVE_INFINITY;
  const { searchParams } = new URL(address);
  const [, ...parts] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (parts.length === 0) return Number.POSITIVE_INFINITY;
  const begunMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return begunMs + Number(searchParams.get('X-Amz-Expires') ?? 0) * 1000;
}
