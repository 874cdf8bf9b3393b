import { type OfferValidation, TradepostError, type WorkloadOffer } from '@tradepost/sdk';

/** What the form of an offer holds: texts, as they are typed. */
export type Draft = {
  name: string;
  partner: string;
  productId: string;
  buyerId: string;
  buyerAccount: string;
  currency: string;
  commits: { key: string; rate: string; quantity: string; length: string; timeUnit: string }[];
  expireTime: string;
};

export const emptyDraft: Draft = {
  name: '',
  partner: 'MKA',
  productId: '',
  buyerId: '',
  buyerAccount: '',
  currency: 'USD',
  commits: [{ key: 'seats', rate: '', quantity: '1', length: '1', timeUnit: 'YEAR' }],
  expireTime: '',
};

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** The offer as it is sent: what was left empty is absent. */
export const offerOf = (draft: Draft): WorkloadOffer => ({
  ...(draft.partner ? { partner: draft.partner as WorkloadOffer['partner'] & string } : {}),
  name: draft.name.trim(),
  ...(draft.productId.trim() ? { productID: draft.productId.trim() } : {}),
  ...(draft.buyerId.trim() ? { buyerID: draft.buyerId.trim() } : {}),
  ...(draft.expireTime ? { expireTime: new Date(draft.expireTime).toISOString() } : {}),
  info: {
    currency: draft.currency,
    commits: draft.commits.map(({ key, rate, quantity, length, timeUnit }) => ({
      key: key.trim(),
      timeUnit: timeUnit as 'YEAR',
      ...(numberOf(rate) === undefined ? {} : { rate: numberOf(rate) as number }),
      ...(numberOf(quantity) === undefined ? {} : { quantity: numberOf(quantity) as number }),
      ...(numberOf(length) === undefined ? {} : { length: numberOf(length) as number }),
    })),
    ...(draft.buyerAccount.trim() ? { buyerMkAAccountIds: [draft.buyerAccount.trim()] } : {}),
  },
});

export type Findings = ReadonlyMap<string, string>;

/** The form of an offer that is there. Its times are told in the reader's own zone. */
export const draftOf = ({ name, partner, productID, buyerID, expireTime, info }: WorkloadOffer): Draft => ({
  name: name ?? '',
  partner: partner ?? '',
  productId: productID ?? '',
  buyerId: buyerID ?? '',
  buyerAccount: info?.buyerMkAAccountIds?.[0] ?? '',
  currency: info?.currency ?? '',
  commits: (info?.commits ?? []).map(({ key, rate, quantity, length, timeUnit }) => ({
    key: key ?? '',
    rate: String(rate ?? ''),
    quantity: String(quantity ?? ''),
    length: String(length ?? ''),
    timeUnit: timeUnit ?? 'YEAR',
  })),
  expireTime: expireTime ? localTime(new Date(expireTime)) : '',
});

/** As a field of the browser has it. */
function localTime(date: Date): string {
  const minutes = date.getTime() - date.getTimezoneOffset() * 60_000;
  return new Date(minutes).toISOString().slice(0, 16);
}

type Commit = NonNullable<NonNullable<WorkloadOffer['info']>['commits']>[number];

/** What the form shows of an offer is left out: what was emptied in the form is to be absent. */
function withoutShown({ productID, buyerID, partner, expireTime, info, ...rest }: WorkloadOffer) {
  const { buyerMkAAccountIds = [], commits, ...others } = info ?? {};
  return { rest, others, otherAccounts: buyerMkAAccountIds.slice(1), commits: (commits ?? []).map(unpriced) };
}

const unpriced = ({ rate, quantity, length, ...rest }: Commit): Commit => rest;

/** The draft with what the form holds: what the form does not show stays as it is. */
export function offerFrom(draft: Draft, before: WorkloadOffer | undefined): WorkloadOffer {
  const offer = offerOf(draft);
  if (!before) return offer;
  const { rest, others, otherAccounts, commits } = withoutShown(before);
  const accounts = [...(offer.info?.buyerMkAAccountIds ?? []), ...otherAccounts];
  return {
    ...rest,
    ...offer,
    info: {
      ...others,
      ...offer.info,
      ...(accounts.length > 0 ? { buyerMkAAccountIds: accounts } : {}),
      commits: (offer.info?.commits ?? []).map((commit, at) => ({ ...commits[at], ...commit })),
    },
  };
}

/** What is wrong, by the pointer of the field: of the service's judgement, or of its refusal. */
export function findingsOf(judged: OfferValidation | undefined, error: unknown): Findings {
  const refused = error instanceof TradepostError ? error.errors : [];
  const found = [...refused, ...(judged?.findings ?? [])];
  return new Map(found.map(({ pointer = '', message = '' }) => [pointer, message]));
}
