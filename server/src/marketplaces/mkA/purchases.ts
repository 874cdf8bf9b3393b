import type { MarketplaceAdapter } from '../adapter.ts';
import type { MarketplaceError } from '../errors.ts';
import type { AgreementCalls } from './agreements/agreement-calls.ts';
import type { Calls } from './calls.ts';
import { refusal } from './errors.ts';
import type { ProductFacts } from './products.ts';

type Deps = { call: Calls['call']; agreements: AgreementCalls; products: ProductFacts };

/** Form field in which the marketplace posts its registration token. */
export const tokenParameter = 'x-amzn-marketplace-token';

/** Creates the adapter method that resolves a registration token to the buyer and the purchase. */
export function createPurchasePort({
  call,
  agreements,
  products,
}: Deps): Required<Pick<MarketplaceAdapter, 'resolvePurchase'>> {
  return {
    resolvePurchase: async (token) => {
      if (!token) throw notGenuine('InvalidTokenException');
      const resolved = await call(
        'metering',
        (client, { ResolveCustomerCommand }) =>
          client.send(new ResolveCustomerCommand({ RegistrationToken: token })),
        { explain: explained },
      );
      const { CustomerAWSAccountId = '', CustomerIdentifier, LicenseArn, ProductCode } = resolved;
      const found = LicenseArn ? (await agreements.search({ LicenseArn })).agreements : [];
      const agreement = found.find(({ status }) => status === 'ACTIVE') ?? found[0];
      const listed = agreement?.proposalSummary?.resources?.[0]?.id;
      return {
        externalBuyerId: CustomerAWSAccountId || CustomerIdentifier || '',
        externalProductId: listed ?? (ProductCode ? await products.withCode(ProductCode) : undefined),
        externalAgreementId: agreement?.agreementId,
        externalLicenseId: LicenseArn,
      };
    },
  };
}

/**
 * Converts errors about invalid and expired registration tokens, whose error names mean invalid keys at other
 * services.
 */
function explained(thrown: unknown): MarketplaceError | undefined {
  const { name, $metadata } = (thrown ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  if ($metadata?.httpStatusCode !== 400) return undefined;
  if (name === 'ExpiredTokenException')
    return refusal(name, 'The registration link has expired. Start again from the marketplace.');
  if (name === 'InvalidTokenException' || name === 'ValidationException') return notGenuine(name);
  return undefined;
}

const notGenuine = (code: string): MarketplaceError =>
  refusal(code, 'The registration link is invalid. Start again from the marketplace.');
