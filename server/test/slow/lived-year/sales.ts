import { marketplaces, type World } from './world.ts';

const fee = (rate = 100, more: object = {}) => ({ key: 'fee', rate, length: 1, timeUnit: 'MONTH', ...more });
export const metered = {
  currency: 'USD',
  isMeteringOverageCommit: true,
  dimensions: [{ key: 'gpu', name: 'GPU', rate: 2 }],
  commits: [fee()],
  mkCDuration: 12,
};
const kinds = [
  'SUBSCRIPTION',
  'CONTRACT',
  'FLAT_RATE',
  'PER_USER',
  'USAGE_BASED',
  'UNKNOWN',
  'PROFESSIONAL_SERVICES',
] as const;

/**
 * Creates products of each type, at each marketplace and for direct sale: draft, published, changed and
 * deleted.
 */
export async function sellProducts({ app, by, tried, day }: World): Promise<void> {
  for (const [index, partner] of [...marketplaces, ''].entries()) {
    const productType = kinds[index % kinds.length];
    const info = { dimensions: [{ key: 'gpu', name: 'GPU', description: 'Hours', rate: 2 }] };
    const body = { name: `Scanner ${partner}`, productType, info, ...(partner ? { partner } : {}) };
    const { id } = await by.post('product', body);
    const draft = await by.post('draftProduct', { ...body, name: `Draft ${partner}` });
    await app.drainJobs();
    await by.patch(`product/${id}`, { metaInfo: { properties: { since: await day(0) } } });
    await tried('PATCH', `product/${draft.id}/publish`, {});
    if (!partner) await by.call('DELETE', `product/${draft.id}`);
    for (const offerType of ['DEFAULT', 'FREE_TRIAL'])
      await tried('POST', 'offer', {
        name: `Public ${partner}`,
        partner,
        offerType,
        productID: id,
        info: metered,
      });
  }
}

/** Creates offers in every final state, at the two most different marketplaces and for direct sale. */
export async function makeOffers({ app, by, tried, day }: World): Promise<void> {
  for (const partner of ['MKA', 'MKC', undefined]) {
    const make = async (name: string, more: object = {}) => {
      const offer = await by.post('offer', {
        name: `${name} ${partner}`,
        ...(partner ? { partner } : {}),
        expireTime: `${await day(20)}T00:00:00Z`,
        info: metered,
        ...more,
      });
      await app.drainJobs();
      return offer.id as string;
    };
    await by.post('draftOffer', { name: `Draft ${partner}`, partner, info: metered });
    await make('Expires');
    await tried('POST', `sandbox/offer/${await make('Rejected')}/reject`);
    await tried('POST', `offer/${await make('Cancelled')}/cancel`);
    await tried('POST', `offer/${await make('Extended')}/extendExpiryDate?newExpiryDate=${await day(40)}`);
    const deleted = await by.post('draftOffer', { name: `Deleted ${partner}` });
    await by.call('DELETE', `offer/${deleted.id}`);
    for (const paymentSchedule of ['PREPAY', 'POSTPAY'])
      await tried('POST', 'offer', {
        name: `In parts ${partner} ${paymentSchedule}`,
        partner,
        info: { ...metered, paymentSchedule, paymentInstallments: [{ chargeOn: await day(30), amount: 50 }] },
      });
    if (!partner) continue;
    await by.post('sandbox/fault', { partner, kind: 'FAIL_CREATE', count: 1 });
    await make('Refused');
    await by.post('sandbox/fault', { partner, kind: 'LOSE_ANSWER', count: 1 });
    await make('Unanswered');
    for (const offerType of ['CPPO_OUT', 'CPPO']) {
      const body = {
        name: `Resold ${partner}`,
        partner,
        offerType,
        info: metered,
        metaInfo: { resellerIds: ['210987654321'] },
      };
      const { status, body: offer } = await by.call('POST', 'offer', body);
      await app.drainJobs();
      if (status !== 200) continue;
      await tried(
        'POST',
        `sandbox/offer/${offer.id}/${offerType === 'CPPO_OUT' ? 'resell' : 'restrict'}`,
        {},
      );
    }
    await tried('POST', 'sandbox/resaleAuthorization', {
      partner,
      name: 'Of a vendor',
      vendorName: 'Maker',
      ...metered,
    });
  }
  const restricted = await by.post('offer', {
    name: 'Restricted',
    partner: 'MKA',
    offerType: 'CPPO_OUT',
    info: metered,
  });
  await app.drainJobs();
  await tried('POST', `sandbox/offer/${restricted.id}/restrict`);
  for (const resold of await by.get('offer?offerType=CPPO'))
    await tried('POST', `sandbox/offer/${resold.id}/accept`, { buyerName: 'Resold AG', countryCode: 'US' });
}

/** Creates offers in each of the four approval states, an offer with license agreements, and an addon. */
export async function approveOffers({ by, tried }: World): Promise<void> {
  const eula = { eulaUrl: 'https://example.com/eula', resellerEulaUrl: 'https://example.com/reseller' };
  await by.post('offer', { name: 'With agreements', info: { ...metered, ...eula } });
  await by.post('addon', { name: 'Support', amount: 10 });
  for (const verb of ['approve', 'decline', 'requestAction', undefined]) {
    const { id } = await by.post('draftOffer', { name: `To approve ${verb}`, partner: 'MKA', info: metered });
    await tried('POST', `offer/${id}/submitForApproval`, { message: 'Please' });
    if (verb) await tried('POST', `offer/${id}/${verb}`, { message: 'Because' });
  }
}

/** Events of agreements at marketplaces, each at a marketplace that supports it. */
const livesAt: Readonly<Record<string, readonly string[]>> = {
  MKA: ['cancel', 'renew'],
  MKB: ['suspend', 'changeQuantity', 'changePlan'],
};

/** Creates agreements at each marketplace, and later events of some agreements. */
export async function makeAgreements({ app, by, tried, day }: World): Promise<Record<string, string>> {
  const sold: Record<string, string> = {};
  let count = 0;
  const schedules = ['EndOfTerm', 'Immediate', 'SpecificDate'] as const;
  for (const partner of marketplaces) {
    const accept = async (info: object = metered) => {
      const { id } = await by.post('offer', { name: `Sold ${partner} ${++count}`, partner, info });
      await app.drainJobs();
      await by.post(`sandbox/offer/${id}/accept`, { buyerName: `Buyer of ${partner}`, countryCode: 'DE' });
      await app.drainJobs();
      return (await by.get(`entitlement?offerId=${id}`))[0]?.id as string;
    };
    if (partner !== 'MKD') sold[partner] = await accept({ ...metered, autoRenew: true });
    for (const verb of livesAt[partner] ?? []) {
      const id = await accept();
      const bodies: Record<string, object> = {
        renew: {},
        changeQuantity: { quantity: 3 },
        changePlan: { planId: 'gold', amount: 500 },
      };
      await tried('POST', `sandbox/entitlement/${id}/${verb}`, bodies[verb]);
    }
    if (partner === 'MKA') await tried('POST', `entitlement/${await accept()}/cancel`);
    for (const approve of [true, false]) {
      const { externalID } = await by.post('sandbox/order', { partner, quantity: 2, amount: 100, approve });
      await app.drainJobs();
      const [ordered] = await by.get(`entitlement?externalId=${externalID}`);
      if (ordered && partner === 'MKB' && !approve) await tried('POST', `entitlement/${ordered.id}/approve`);
      if (ordered && partner === 'MKB') await tried('PATCH', `entitlement/${ordered.id}/seat?newSeat=4`);
    }
  }
  for (const type of schedules) {
    const { id } = await by.direct({ info: { ...metered, autoRenew: true } });
    await tried('POST', `entitlement/${id}/scheduleCancellation`, {
      type,
      ...(type === 'SpecificDate' ? { cancelDate: await day(20) } : {}),
    });
    sold[type] = id;
  }
  sold.direct = (
    await by.direct({
      info: { ...metered, autoRenew: true, trialConfig: { trialPeriod: 7, trialPeriodUnit: 'DAY' } },
    })
  ).id;
  return sold;
}

/** Calls the operations on direct sales. */
export async function changeAgreements(
  { by, tried, day }: World,
  sold: Readonly<Record<string, string>>,
): Promise<void> {
  const id = sold.direct as string;
  await by.patch(`entitlement/${id}/entitlementName`, { name: 'Renamed' });
  await by.patch(`entitlement/${id}/metaInfo`, { properties: { crm: '7' } });
  await tried('POST', `entitlement/${id}/addCredit`, { creditAmountIncrement: 25 });
  await tried('POST', `entitlement/${id}/addon`, { id: 'support', name: 'Support', amount: 10 });
  await tried('PATCH', `entitlement/${id}/priceModel`, { commits: [fee(120)] });
  await tried('PATCH', `entitlement/${id}/priceModel`, { commits: [fee(120, { quantity: 2 })] });
  const { id: offerId } = await by.post('offer', {
    name: 'Later',
    info: { commits: [fee(1200, { timeUnit: 'YEAR' })] },
  });
  const buyerId = await by.buyer('Later AG');
  const later = await by.post('entitlement', {
    offerId,
    buyerId,
    startDate: await day(15),
    endDate: await day(400),
  });
  await tried('POST', `entitlement/${later.id}/divideCommit`, {
    startDates: [await day(15), await day(100)],
  });
}

/** Creates records in pending states, which end automatically. */
export async function beUnderWay({ app, by }: World): Promise<void> {
  const sell = async (partner: string) => {
    const { id } = await by.post('offer', { name: `Under way ${partner}`, partner, info: metered });
    await app.drainJobs();
    await by.post(`sandbox/offer/${id}/accept`, { buyerName: 'Under way', countryCode: 'DE' });
    await app.drainJobs();
    return (await by.get(`entitlement?offerId=${id}`))[0].id as string;
  };
  await by.post(`sandbox/entitlement/${await sell('MKB')}/suspend`);
  await by.post(`entitlement/${await sell('MKA')}/cancel`);
  await by.post('offer', { name: 'Waits', partner: 'MKA', offerType: 'CPPO_OUT', info: metered });
  const leaving = await by.post('offer', { name: 'Leaves', partner: 'MKA', info: metered });
  await app.drainJobs();
  await by.post(`offer/${leaving.id}/cancel`);
  await by.post('offer', { name: 'Comes', partner: 'MKA', info: metered });
}
