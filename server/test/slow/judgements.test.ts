import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../generated/sample.ts';
import { seeded } from '../generated/values.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import type { Defect, Judged, OfferBody } from '../judgements/defects.ts';
import { judgedOnA } from '../judgements/mkA.ts';
import { judgedOnB } from '../judgements/mkB.ts';
import { judgedOnC } from '../judgements/mkC.ts';
import { sharedTestApp } from '../shared-app.ts';

const offers = Number(process.env.JUDGED_OFFERS || 2000);
const marketplaces: readonly Judged[] = [judgedOnA, judgedOnB, judgedOnC];

type Finding = { source: string; severity: string; pointer: string; message: string };

let app: TestApp;
let org: TestOrganization;
let prod: TestOrganization;
const products = new Map<string, string>();
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization({ at: '2031-05-12T10:20:00Z' });
  prod = await app.organization({ environment: 'PROD', at: '2031-05-12T10:20:00Z' });
  for (const { partner, product } of marketplaces)
    products.set(partner, (await call(org, 'product', { partner, ...product })).id);
  await app.drainJobs();
  await app.database.query(copyOfProducts, [org.id, prod.id]);
});
/** Copies the products with the listings that the sandbox made, as if their marketplaces had reported them. */
const copyOfProducts = `
  INSERT INTO product (organization_id, id, partner, name, product_type, status, external_id, info, meta_info,
    creation_time, last_update_time)
  SELECT $2, id, partner, name, product_type, status, external_id, info, meta_info, creation_time, last_update_time
  FROM product WHERE organization_id = $1`;
afterAll(() => app.stop());

async function call({ id, token }: TestOrganization, path: string, body: object) {
  const reply = await app.request('POST', `/org/${id}/${path}`, { token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const judge = async (owner: TestOrganization, offer: object): Promise<Finding[]> =>
  (await call(owner, 'offer/validate', offer)).findings.filter(
    // No organization of the test is connected to a marketplace.
    ({ source, pointer }: Finding) => !(source === 'MARKETPLACE' && pointer === '/partner'),
  );

/** An offer with its defects. */
type Generated = Judged & { offer: OfferBody; chosen: readonly Defect[] };

function generate(at: number, random: () => number): Generated {
  const judged = marketplaces[at % marketplaces.length] as Judged;
  const { partner, complete, defects } = judged;
  const round = Math.floor(at / marketplaces.length);
  // Offers with each single defect come first, then offers with none to three random defects.
  const single = defects[round];
  const any = () => defects[Math.floor(random() * defects.length)] as Defect;
  const chosen = single ? [single] : Array.from({ length: Math.floor(random() * 4) }, any);
  const offer = { ...complete, partner, productID: products.get(partner), name: `Offer ${at}` };
  return { ...judged, chosen, offer: chosen.reduce<OfferBody>((made, { apply }) => apply(made), offer) };
}

const wrongOf = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'ERROR');

/** Judges an offer in both organizations, and requires the same findings; missing values are warnings in TEST. */
async function compare({ offer, chosen }: Generated): Promise<Finding[]> {
  const [here, production] = await Promise.all([judge(org, offer), judge(prod, offer)]);
  const what = `${JSON.stringify(offer)} ${JSON.stringify({ here, production })}`;
  expect(
    here.map(({ pointer }) => pointer),
    what,
  ).toEqual(production.map(({ pointer }) => pointer));
  for (const [index, { severity, message }] of here.entries()) {
    const there = production[index] as Finding;
    expect(there.severity, what).toBe('ERROR');
    if (severity === 'ERROR') expect(message, what).toBe(there.message);
    else expect(message.startsWith(`${there.message} The sandbox `), what).toBe(true);
  }
  // One defect may undo another.
  if (chosen.length < 2) expect(here.length > 0, what).toBe(chosen.length > 0);
  const [only] = chosen;
  if (only && chosen.length === 1) {
    expect(
      here.map(({ pointer }) => pointer),
      only.name,
    ).toContain(only.at);
    expect(wrongOf(here).length > 0, `${only.name} ${what}`).toBe(!only.isMissing);
  }
  return here;
}

describe('an offer is judged alike in TEST and in PROD', () => {
  test(`${offers} random offers have the same findings, and at least half have some`, async () => {
    console.log(`judgements: GENERATED_SEED=${seed}`);
    const random = seeded(seed);
    const all = Array.from({ length: offers }, (_, at) => generate(at, random));
    let invalid = 0;
    for (let at = 0; at < all.length; at += 20) {
      const found = await Promise.all(all.slice(at, at + 20).map(compare));
      invalid += found.filter((findings) => findings.length > 0).length;
    }
    expect(invalid).toBeGreaterThanOrEqual(offers / 2);
    for (const { defects, partner } of marketplaces)
      expect(defects.length, partner).toBeLessThan(offers / marketplaces.length);
  });

  test('the sandbox publishes exactly the offers in which nothing is wrong', async () => {
    const random = seeded(seed + 1);
    const all = Array.from({ length: 40 * marketplaces.length }, (_, at) => generate(at, random));
    const made: { id: string; isWrong: boolean; given: Generated }[] = [];
    for (const given of all) {
      const findings = await judge(org, given.offer);
      // A violated rule of the service itself is a 400.
      if (wrongOf(findings).some(({ source }) => source !== 'MARKETPLACE')) continue;
      const { id } = await call(org, 'offer', given.offer);
      made.push({ id, isWrong: wrongOf(findings).length > 0, given });
    }
    expect(made.length).toBeGreaterThan(all.length / 2);
    await app.drainJobs();
    for (const { id, isWrong, given } of made) {
      const { body } = await app.request('GET', `/org/${org.id}/offer/${id}`, { token: org.token });
      const what = JSON.stringify([given.chosen, given.offer, body.status, body.metaInfo]);
      expect(body.status === 'CREATE_FAILED', what).toBe(isWrong);
      expect(body.status, what).not.toBe('PENDING_CREATE');
    }
  });
});
