import type { Pages } from '../http/pages.ts';
import { type Agreement, type Agreements, licenceOf } from './agreements/agreements.ts';
import { ServiceError } from './errors.ts';

type Input = {
  ProductCode?: string;
  Filter?: Record<string, string[]>;
  MaxResults?: number;
  NextToken?: string;
};

const invalid = (message: string) => new ServiceError('InvalidParameterException', 400, message);

type Row = { agreement: Agreement; dimension: string; quantity: number };

const members: Readonly<Record<string, (row: Row) => string>> = {
  CUSTOMER_AWS_ACCOUNT_ID: ({ agreement }) => agreement.acceptor,
  CUSTOMER_IDENTIFIER: ({ agreement }) => agreement.customerIdentifier ?? '',
  DIMENSION: ({ dimension }) => dimension,
  LICENSE_ARN: ({ agreement }) => licenceOf(agreement.licenseArn),
};

/**
 * Creates GetEntitlements, which returns the buyers' entitlements to a product to its publisher. `emptyPages`
 * empty pages precede the first row.
 */
export function createEntitlements(
  agreements: Agreements,
  pages: Pages,
  productOwner: (code: string) => string | undefined,
) {
  const settings = { emptyPages: 1 };
  const candidates = ({ LICENSE_ARN }: Record<string, string[]>): Agreement[] =>
    LICENSE_ARN ? LICENSE_ARN.flatMap((arn) => agreements.ofLicence(arn) ?? []) : agreements.all();
  const rowsOf = ({ ProductCode, Filter = {} }: Input): Row[] =>
    candidates(Filter)
      .filter(({ productCode, license }) => productCode === ProductCode && license === 'PROVISIONED')
      .flatMap((agreement) => agreement.grants.map((grant) => ({ agreement, ...grant })))
      .filter((row) =>
        Object.entries(Filter).every(([name, values]) =>
          values
            .map((value) => (name === 'LICENSE_ARN' ? licenceOf(value) : value))
            .includes(members[name]?.(row) ?? ''),
        ),
      );
  return {
    settings,
    GetEntitlements: (input: Input, account: string) => {
      const { ProductCode = '', Filter = {}, MaxResults: size = 25, NextToken } = input;
      if (productOwner(ProductCode) !== account)
        throw invalid(`The product code ${ProductCode} is not valid.`);
      if (!Number.isInteger(size) || size < 1 || size > 25)
        throw invalid('MaxResults must be between 1 and 25.');
      const names = Object.keys(Filter);
      if (names.some((name) => !members[name]) || Object.values(Filter).some((values) => values.length < 1))
        throw invalid('A filter is not supported.');
      if (names.includes('CUSTOMER_IDENTIFIER') && names.includes('CUSTOMER_AWS_ACCOUNT_ID'))
        throw invalid('CustomerIdentifier and CustomerAWSAccountId are mutually exclusive.');
      const page = NextToken === undefined ? first(rowsOf(input), size) : pages.next<Row>(NextToken, size);
      if (!page) throw invalid('NextToken is not valid.');
      return { Entitlements: page.rows.map(shownOf), NextToken: page.next };
    },
  };

  function first(rows: readonly Row[], size: number): { rows: readonly Row[]; next?: string } {
    if (settings.emptyPages < 1) return pages.first(rows, size);
    return { rows: [], next: pages.hold(rows) };
  }
}

const shownOf = ({ agreement, dimension, quantity }: Row) => ({
  ProductCode: agreement.productCode,
  Dimension: dimension,
  CustomerIdentifier: agreement.customerIdentifier,
  CustomerAWSAccountId: agreement.acceptor,
  LicenseArn: agreement.licenseArn,
  Value: { IntegerValue: quantity },
  ...(agreement.endMs !== undefined && { ExpirationDate: agreement.endMs / 1000 }),
});
