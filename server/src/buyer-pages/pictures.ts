import { z } from 'zod';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { errors } from '../platform/errors.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { createOutsideFetch, type OutsideFetch } from '../platform/outside/outside-fetch.ts';
import { pictureType } from '../platform/picture-type.ts';
import { linkErrors, linkParameters } from '../platform/secrets/signed-links.ts';
import { type Brands, pictureId, picturePath, type SellerRow, selectSeller } from './brand.ts';

export type PictureDeps = { brands: Brands; inOrganization: InOrganization; fetchPicture: OutsideFetch };

/** The largest picture in bytes. */
const largestPicture = 200_000;

/** Creates the fetch function for pictures: https only, public addresses only, and no redirects. */
export const createPictureFetch = (): OutsideFetch =>
  createOutsideFetch({ allowInsecure: false, largestAnswer: largestPicture, timeoutMs: 5000 });

/** Time until an address without an acceptable picture is requested again. */
const retryMs = 3_600_000;

export const pictureRoute = (deps: PictureDeps) =>
  route({
    method: 'GET',
    path: picturePath,
    operationId: 'sellerPicture',
    group: 'Buyer',
    summary: 'Get a picture of a seller',
    access: 'public',
    hidden: true,
    query: linkParameters,
    response: z.string(),
    responseDescription: 'The picture',
    errors: [linkErrors.link_invalid.definition, linkErrors.link_expired.definition],
    run: {
      kind: 'plain',
      handle: async ({ params, query, requestId }) => {
        const { organizationId, id } = deps.brands.openPicture(params.pictureId, query);
        const found = await deps.inOrganization(organizationId, requestId, (scope) => find(scope, id));
        if (!found.source) throw errors.not_found('Picture not found.');
        if (found.picture) return answerOf(found.picture);
        const content = await fetchOnce(deps, found.source);
        const picture = { content, content_type: content ? (pictureType(content) as string) : null };
        await deps.inOrganization(organizationId, requestId, (scope) =>
          save(scope, id, picture, found.sources),
        );
        return answerOf(picture);
      },
    },
  });

type Picture = Pick<RowOf<'seller_picture'>, 'content_type' | 'content'>;

const answerOf = ({ content, content_type: type }: Picture): Answer => {
  if (!content || !type) throw errors.not_found('Picture not found.');
  return {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=604800, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-length': String(content.length),
    },
    body: content,
  };
};

/** Finds a stored picture, or the address from which it must be fetched. */
async function find(scope: OrgTransaction, id: string) {
  const [[seller], [stored]] = await Promise.all([
    scope.query<SellerRow>(selectSeller(scope)),
    scope.query<RowOf<'seller_picture', 'content_type' | 'content' | 'retry_at'>>({
      name: 'select_seller_picture',
      text: `SELECT p.content_type, p.content, p.retry_at FROM seller_picture p
        WHERE p.organization_id = $1 AND p.id = $2`,
      values: [scope.organizationId, id],
    }),
  ]);
  const sources = [seller?.logo, seller?.picture].filter((source) => typeof source === 'string');
  const isCurrent = stored && (!stored.retry_at || new Date(stored.retry_at) > scope.wallNow);
  return {
    picture: isCurrent ? stored : undefined,
    source: sources.find((source) => pictureId(source) === id),
    sources,
  };
}

/** Fetches a picture; undefined if the server does not answer with an acceptable picture. */
async function fetchOnce({ fetchPicture }: PictureDeps, source: string): Promise<Buffer | null> {
  try {
    const response = await fetchPicture(source, { method: 'GET', headers: { accept: 'image/*' } });
    if (!response.ok) return null;
    const content = Buffer.from(await response.arrayBuffer());
    return content.length <= largestPicture && pictureType(content) ? content : null;
  } catch {
    return null;
  }
}

/** Stores the picture, or the failure, and deletes pictures of addresses that are no longer configured. */
async function save(
  scope: OrgTransaction,
  id: string,
  { content, content_type: type }: Picture,
  sources: readonly string[],
): Promise<void> {
  await scope.query({
    name: 'drop_seller_pictures',
    text: 'DELETE FROM seller_picture WHERE organization_id = $1 AND id <> ALL ($2::text[])',
    values: [scope.organizationId, sources.map(pictureId)],
  });
  await scope.query({
    name: 'save_seller_picture',
    text: `INSERT INTO seller_picture (organization_id, id, content_type, content, retry_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (organization_id, id) DO UPDATE
        SET content_type = excluded.content_type, content = excluded.content, retry_at = excluded.retry_at`,
    values: [
      scope.organizationId,
      id,
      type,
      content,
      content ? null : new Date(scope.wallNow.getTime() + retryMs),
    ],
  });
}
