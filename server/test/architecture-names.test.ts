import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Text, vendorCodeOf, vendorFaults, vendorNames } from './vendor-names.ts';

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Names that the API requires: values of Partner, the field azureGovernmentCertifications, and files
 * generated from the API document. This list may only shrink.
 */
const exceptions = [
  'openapi.json: azure',
  'openapi.json: google',
  'openapi.json: redhat',
  'sdk/src/generated/records.ts: azure',
  'sdk/src/generated/records.ts: google',
  'sdk/src/generated/records.ts: redhat',
  'server/src/marketplaces/records/common.ts: google',
  'server/src/marketplaces/records/common.ts: redhat',
  'server/src/marketplaces/records/mkB-variants.ts: azure',
  'server/test/contract/spec-fields.json: azure',
];

/** This rule, and the lists of transitive packages. */
const notRead = [
  'server/test/vendor-names.ts',
  'server/test/architecture-names.test.ts',
  'server/test/client-versions.test.ts',
  'package-lock.json',
];
const notEntered = ['node_modules', 'dist', 'data', 'results', '.git'];

/** Every text file of the repository. */
function textsUnder(folder: string): Text[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return notEntered.includes(entry.name) ? [] : textsUnder(full);
    const file = path.relative(repository, full).replaceAll(path.sep, '/');
    if (!entry.isFile() || notRead.includes(file)) return [];
    const text = readFileSync(full, 'utf8');
    return text.includes('\0') ? [] : [{ file, text }];
  });
}

const faultsOf = (texts: Readonly<Record<string, string>>) =>
  vendorFaults(Object.entries(texts).map(([file, text]) => ({ file, text })));

describe('vendor names', () => {
  test('are recognised', () => {
    expect(vendorNames('the AWS account, an azure_plan, awsAccount, useStripe and GCP_KEY')).toEqual([
      'aws',
      'azure',
      'aws',
      'stripe',
      'gcp',
    ]);
    expect(vendorNames('laws, flaws, sapling, stripes, googled, restripe')).toEqual([]);
    expect(faultsOf({ 'server/src/a.ts': '@expo-google-fonts/noto-sans-thai' })).toEqual([]);
  });

  test('are allowed in the vendor’s folder and its local service', () => {
    const own = ['marketplaces/mkA/client.ts', 'crm/crmB/setup.md', 'billing/payments/payA/fixtures/a.json'];
    expect(own.map((file) => vendorCodeOf(`server/src/${file}`))).toEqual(['mkA', 'crmB', 'payA']);
    expect(vendorCodeOf('server/test/fakes/mkA/server.ts')).toBe('mkA');
    const others = [
      'server/src/marketplaces/sandbox/mkA.ts',
      'server/src/marketplaces/records/mkA/a.ts',
      'server/src/marketplaces/mkA.ts',
      'server/src/crm/mkA/a.ts',
      'server/src/offers/mkA/a.ts',
      'server/test/mkA/a.ts',
      'docs/mkA/setup.md',
    ];
    expect(others.map(vendorCodeOf).filter((code) => code !== undefined)).toEqual([]);
    expect(
      faultsOf({
        'server/src/marketplaces/mkA/client.ts': `const url = 'https://aws.example';`,
        'server/src/marketplaces/mkA/setup.md': 'Open the Amazon console.',
        'server/test/fakes/mkA/server.ts': '// plays AWS',
        'server/src/crm/crmA/client.ts': '// Salesforce',
      }),
    ).toEqual([]);
  });

  test('are refused elsewhere, also in paths and as packages', () => {
    expect(
      faultsOf({
        'openapi.json': '{"description": "as Azure has it"}',
        'docs/errors/offer_refused.md': 'Google said no.',
        'server/migrations/0090_names.sql': 'ALTER TABLE offer ADD COLUMN aws_id text;',
        'server/src/notifications/catalogue.ts': `'HUBSPOT.CREATE'`,
        'server/test/fakes/stripe/server.ts': '',
        'server/src/offers/a.ts': `import x from 'jsforce';`,
        'server/src/offers/b.ts': `await import('googleapis');`,
        'server/src/offers/c.ts': `import type { A } from '@aws-sdk/client-a';`,
        'server/src/offers/d.ts': `import type { A } from '@smithy/types';`,
        'server/test/journeys/e.test.ts': `import { A } from '@smithy/core';`,
      }),
    ).toEqual([
      'docs/errors/offer_refused.md: google',
      'openapi.json: azure',
      'server/migrations/0090_names.sql: aws',
      'server/src/notifications/catalogue.ts: hubspot',
      'server/src/offers/a.ts imports jsforce',
      'server/src/offers/b.ts imports googleapis',
      'server/src/offers/c.ts imports @aws-sdk/client-a',
      'server/src/offers/c.ts: aws',
      'server/src/offers/d.ts imports @smithy/types',
      'server/test/fakes/stripe/server.ts: stripe',
      'server/test/journeys/e.test.ts imports @smithy/core',
    ]);
  });

  test('belong to one vendor per folder, and one folder per vendor', () => {
    expect(
      faultsOf({
        'server/src/marketplaces/mkA/client.ts': '// AWS',
        'server/test/fakes/mkA/server.ts': '// Azure',
        'server/src/marketplaces/mkC/client.ts': '// Amazon',
        'server/test/fakes/mkD/a.test.ts': `import { A } from '@smithy/core';`,
        'server/src/crm/crmA/client.ts': `await import('jsforce'); // Salesforce`,
      }),
    ).toEqual(['mkA and mkC and mkD name aws', 'mkA names aws and azure']);
  });

  test('of packages are imported dynamically or as types; tests may import them statically', () => {
    expect(
      faultsOf({
        'server/src/marketplaces/mkA/a.ts': `const { A } = await import('@aws-sdk/client-a');`,
        'server/src/marketplaces/mkA/b.ts': `import { A } from "@aws-sdk/client-a";`,
        'server/src/marketplaces/mkA/c.ts': `import '@aws-sdk/client-a';`,
        'server/src/marketplaces/mkA/d.ts': `import { z } from 'zod';`,
        'server/src/marketplaces/mkA/e.ts': `import type { A } from '@aws-sdk/client-a';`,
        'server/src/marketplaces/mkA/f.ts': `import type * as A from '@aws-sdk/client-a';\nexport type { B } from '@smithy/types';`,
        'server/src/marketplaces/mkA/g.ts': `import { type A } from '@aws-sdk/client-a';`,
        'server/src/marketplaces/mkA/h.ts': `import type from '@aws-sdk/client-a';`,
        'server/src/marketplaces/mkA/i.ts': `import type { A } from './a.ts';\nimport { B } from '@smithy/core';`,
        'server/src/marketplaces/mkA/j.ts': `export { A } from '@aws-sdk/client-a';`,
        'server/src/marketplaces/mkA/k.ts': `const a = require('@aws-sdk/client-a');`,
        'server/src/marketplaces/mkA/l.ts': `type Client = typeof import('@aws-sdk/client-a');`,
        'server/test/fakes/mkA/a.test.ts': `import { A } from '@aws-sdk/client-a';`,
        'server/test/fakes/mkB/a.test.ts': `import { A } from '@azure/client-a';`,
        'server/package.json': '{"dependencies": {"@aws-sdk/client-a": "1", "jsforce": "3"}}',
        'package.json': '{"name": "aws-thing"}',
      }),
    ).toEqual([
      'package.json: aws',
      'server/src/marketplaces/mkA/b.ts imports @aws-sdk/client-a before its use',
      'server/src/marketplaces/mkA/c.ts imports @aws-sdk/client-a before its use',
      'server/src/marketplaces/mkA/g.ts imports @aws-sdk/client-a before its use',
      'server/src/marketplaces/mkA/h.ts imports @aws-sdk/client-a before its use',
      'server/src/marketplaces/mkA/i.ts imports @smithy/core before its use',
      'server/src/marketplaces/mkA/j.ts imports @aws-sdk/client-a before its use',
      'server/src/marketplaces/mkA/k.ts imports @aws-sdk/client-a before its use',
    ]);
  });

  test('do not occur elsewhere in the repository', () => {
    const texts = textsUnder(repository);
    expect(texts.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['openapi.json', '.ci/run', 'deploy/nginx.conf', 'server/src/offers/README.md']),
    );
    expect(vendorFaults(texts)).toEqual(exceptions);
  });
});
