/**
 * Fills the organization of a first start with the records on the screenshots: five months of sales on four marketplaces
 * and directly, with usage, invoices, open offers and a webhook endpoint that fails.
 * @param api calls an operation of the organization
 * @returns the addresses of the pages with pictures, by name
 */
export async function fillOrganization(api) {
  await api('PATCH', '', { name: 'Lumen Analytics' });
  await api('PATCH', 'invoiceIssuer', issuer);
  await api('PATCH', 'clientSignupPageConfigInfo', signupPage);
  const webhook = await api('POST', 'webhook', webhookEndpoint);
  const integration = { partner: 'MKA', info: { mkAIntegration: { iamRoleArn: role } } };
  await api('POST', 'integration', integration);
  await api('POST', 'integration/MKA/MARKETPLACE/verify');
  const products = await api('GET', 'product?limit=100');
  const sales = [];
  for (const deals of dealsByMonth) {
    for (const deal of deals) sales.push({ ...deal, ...(await sell(api, deal, products)) });
    for (let week = 0; week < 4; week++) {
      for (const sale of sales) await reportUsage(api, sale, sales.length + week);
      await advance(api, 'P7D');
    }
  }
  await payOlderInvoices(api);
  const open = [];
  const { time } = await api('GET', 'sandbox/clock');
  const expireTime = new Date(Date.parse(time) + 21 * 86_400_000).toISOString();
  for (const deal of openDeals) open.push(await publish(api, { ...deal, expireTime }, products));
  await api('POST', 'draftOffer', { partner: 'MKB', name: 'Stark: draft for the board' });
  const { entitlement } = sales.find(({ buyer }) => buyer === 'Contoso Retail');
  const [invoice] = await api('GET', `invoice?entitlementId=${entitlement.id}&status=FINALIZED`);
  const { info } = await api('GET', `entitlement/${entitlement.id}`);
  return { offer: open[0], entitlement, invoice, webhook, buyersPage: info.spaUrl };
}

const role = 'arn:cloud:iam::123456789012:role/tradepost';

const issuer = {
  name: 'Lumen Analytics GmbH',
  address: 'Lindenstrasse 12\n10969 Berlin',
  country: 'DE',
  emailAddress: 'billing@lumen.example',
  bankDetails: 'IBAN DE02 1203 0000 0000 2020 51',
  taxIds: ['DE123456788'],
};

const signupPage = {
  companyName: 'Lumen Analytics',
  publicNotes: 'Our team sets up your account within one business day.',
};

const webhookEndpoint = { url: 'https://hooks.lumen.example/tradepost', description: 'Order system' };

/** Marketplace C sells a plan by the month for a number of months. */
const yearOnC = { partner: 'MKC', timeUnit: 'MONTH', terms: { mkCDuration: 12 } };

/** Deals of each month. A deal without a marketplace is sold directly. */
const dealsByMonth = [
  [
    { buyer: 'Northwind Traders', partner: 'MKA', plan: 'company', rate: 96_000, meter: 'rows_scanned' },
    {
      buyer: 'Contoso Retail',
      rate: 60_000,
      meter: 'rows_scanned',
      terms: { isMeteringOverageCommit: true, billingIntervalInMonths: 12, netTermsInDays: 30 },
    },
  ],
  [{ buyer: 'Fabrikam Robotics', partner: 'MKB', plan: 'premium', rate: 90_000 }],
  [
    { buyer: 'Globex Energy', ...yearOnC, plan: 'enterprise', rate: 7_500 },
    { buyer: 'Initech Finance', partner: 'MKA', plan: 'team', rate: 11_400, meter: 'exports' },
  ],
  [{ buyer: 'Umbrella Health', rate: 4_100, timeUnit: 'MONTH' }],
  [{ buyer: 'Wayne Logistics', partner: 'MKE', plan: 'standard', rate: 24_000 }],
];

const openDeals = [
  { buyer: 'Hooli Cloud', partner: 'MKA', plan: 'company', rate: 92_000, meter: 'rows_scanned', quantity: 2 },
  { buyer: 'Vandelay Imports', ...yearOnC, plan: 'starter', rate: 850 },
  { buyer: 'Tyrell Systems', partner: 'MKB', plan: 'premium', rate: 94_000 },
];

const meters = {
  rows_scanned: { key: 'rows_scanned', name: 'Rows scanned (millions)', rate: 0.05 },
  exports: { key: 'exports', name: 'Exports', rate: 0.01 },
};

/** Usage of the first weeks. */
const weeklyUsage = { rows_scanned: 26_000, exports: 41_000 };

/** Creates an offer and waits until the buyer can accept it. */
async function publish(api, deal, products) {
  const {
    buyer,
    partner,
    plan = 'platform',
    rate,
    timeUnit = 'YEAR',
    meter,
    quantity = 1,
    terms,
    expireTime,
  } = deal;
  const product = partner && products.find((candidate) => candidate.partner === partner);
  const name = plan.replace(/^./, (letter) => letter.toUpperCase());
  const commits = [{ key: plan, name, rate, length: 1, timeUnit, quantity }];
  const dimensions = meter ? { dimensions: [meters[meter]] } : {};
  const offer = await api('POST', 'offer', {
    ...(product ? { partner, productID: product.id } : {}),
    name: `${buyer}: ${plan} plan`,
    ...(expireTime ? { expireTime } : {}),
    info: { currency: 'USD', autoRenew: true, commits, ...dimensions, ...terms },
  });
  await until(async () => (await api('GET', `offer/${offer.id}`)).status === 'PENDING_ACCEPTANCE');
  return offer;
}

async function sell(api, deal, products) {
  const offer = await publish(api, deal, products);
  await api('POST', `sandbox/offer/${offer.id}/accept`, { buyerName: deal.buyer });
  let entitlement;
  await until(async () => {
    [entitlement] = await api('GET', `entitlement?offerId=${offer.id}`);
    return entitlement?.status === 'ACTIVE';
  });
  await api('PATCH', `buyer/${entitlement.buyerID}`, { name: deal.buyer, ...contactOf(deal.buyer) });
  return { offer, entitlement };
}

const contactOf = (buyer) => ({
  emailAddress: `procurement@${buyer.split(' ')[0].toLowerCase()}.example`,
});

/** Reports a week of usage, which grows and varies by week. */
async function reportUsage(api, { entitlement, meter }, step) {
  if (!meter) return;
  const quantity = Math.round(weeklyUsage[meter] * (1 + step / 12 + Math.sin(step * 1.7) / 6));
  await api('POST', `entitlement/${entitlement.id}/usageRecordGroup`, { records: { [meter]: quantity } });
}

/** Records payments of all issued invoices but the newest two, so that a few invoices are open. */
async function payOlderInvoices(api) {
  const invoices = await api('GET', 'invoice?status=FINALIZED&order=desc');
  for (const { id, info } of invoices.slice(2))
    if (info.dueAmount > 0)
      await api('POST', `invoice/${id}/payment`, { amount: info.dueAmount, reference: 'Bank transfer' });
}

async function advance(api, duration) {
  await api('POST', 'sandbox/clock', { advance: duration });
  await until(async () => !(await api('GET', 'sandbox/clock')).advancingTo);
}

/** Waits until a condition holds, for at most two minutes. */
async function until(holds) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`This did not become true within two minutes: ${holds}`);
}
