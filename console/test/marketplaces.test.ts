import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads the names as on a page with or without names and logos that the operator has configured. */
async function load(configured?: object) {
  const content = configured && JSON.stringify(configured);
  vi.stubGlobal('document', { querySelector: () => (content ? { content } : null) });
  const [names, texts] = await Promise.all([
    import('../src/ui/marketplaces.ts'),
    import('../src/ui/names-in-text.ts'),
  ]);
  return { ...names, ...texts };
}

test('partners have names by their codes', async () => {
  const { marketplaceName, partnerOf, withNames } = await load();
  expect(
    ['MKA', 'MKA_CHINA', 'MKF', 'CRMC', 'BILLA', 'METERB', 'PAYA', 'MKX', null].map(marketplaceName),
  ).toEqual([
    'Marketplace A',
    'Marketplace A (China)',
    'Marketplace F',
    'CRM C',
    'Billing system A',
    'Metering system B',
    'Payment provider A',
    'MKX',
    'Direct sale',
  ]);
  expect(partnerOf('MKB')).toMatchObject({ mark: 'B', logo: undefined });
  expect(partnerOf('ACTIVE')).toBeUndefined();
  expect(withNames('The marketplace MKB refused it; only marketplace A has offer sets.')).toBe(
    'Marketplace B refused it; only marketplace A has offer sets.',
  );
});

test('names and logos that the operator has configured stand in filters and texts too', async () => {
  const logo = '/console/logos/MKA-0123456789abcdef.png';
  const { marketplaceName, marketplaceOptions, partnerOf, withNames } = await load({
    MKA: { name: 'Cloud Store', logo },
    MKB: { logo: '/console/logos/MKB-0123456789abcdef.png' },
  });
  expect(['MKA', 'MKA_CHINA', 'MKB', 'CRMA'].map(marketplaceName)).toEqual([
    'Cloud Store',
    'Cloud Store (China)',
    'Marketplace B',
    'CRM A',
  ]);
  expect(marketplaceOptions[0]).toEqual({ value: 'MKA', label: 'Cloud Store' });
  expect(partnerOf('MKA')).toMatchObject({ logo });
  expect(partnerOf('CRMA')).toMatchObject({ logo: undefined });
  expect(withNames('Only marketplace A; the MKA account; marketplace B; a marketplace Account.')).toBe(
    'Only Cloud Store; Cloud Store account; marketplace B; a marketplace Account.',
  );
});
