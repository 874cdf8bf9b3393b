/** The marketplaces and other partners, with the names and the letters of their marks. */
export const marketplaces: Readonly<Record<string, { name: string; mark: string }>> = {
  MKA: { name: 'Marketplace A', mark: 'A' },
  MKA_CHINA: { name: 'Marketplace A, China', mark: 'A' },
  MKB: { name: 'Marketplace B', mark: 'B' },
  MKC: { name: 'Marketplace C', mark: 'C' },
  MKD: { name: 'Marketplace D', mark: 'D' },
  MKE: { name: 'Marketplace E', mark: 'E' },
  MKF: { name: 'Marketplace F', mark: 'F' },
  CRMA: { name: 'CRM A', mark: 'A' },
  CRMB: { name: 'CRM B', mark: 'B' },
  CRMC: { name: 'CRM C', mark: 'C' },
  BILLA: { name: 'Billing system A', mark: 'A' },
  BILLB: { name: 'Billing system B', mark: 'B' },
  METERA: { name: 'Metering system A', mark: 'A' },
  METERB: { name: 'Metering system B', mark: 'B' },
  PAYA: { name: 'Payment provider A', mark: 'A' },
  PAYB: { name: 'Payment provider B', mark: 'B' },
};

/** The marketplaces that lists are filtered by. */
export const marketplaceOptions = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'].map((value) => ({
  value,
  label: marketplaces[value]?.name ?? value,
}));

/** Returns the name of a marketplace; the code itself for a code that is not in the table. */
export const marketplaceName = (partner: string | null | undefined): string =>
  partner ? (marketplaces[partner]?.name ?? partner) : 'Direct sale';
