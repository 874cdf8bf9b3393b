import type { TestApp, TestOrganization } from './harness.ts';

let made = 0;

/** Creates a draft offer on marketplace A. */
export async function draftOffer(
  app: TestApp,
  { id, token }: TestOrganization,
  body: object = {},
): Promise<string> {
  const offer = await app.request('POST', `/org/${id}/draftOffer`, {
    token,
    body: { partner: 'MKA', name: `Draft ${++made}`, ...body },
  });
  if (offer.status !== 200) throw new Error(offer.text);
  return offer.body.id;
}
