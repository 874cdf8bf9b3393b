/** The kinds of partners, by the beginning of the partner code. The rest of the code is the partner's letter. */
const kinds: Readonly<Record<string, string>> = {
  MK: 'Marketplace',
  PAY: 'Payment provider',
  BILL: 'Billing system',
  METER: 'Metering system',
  LEDGER: 'Accounting system',
  CRM: 'CRM',
  VENDOR: 'Vendor',
};

/** Returns the name of a partner for people: `Marketplace A` for MKA. The code of an unknown partner is returned unchanged. */
export function partnerName(code: string): string {
  const [, kind, letter, region] = /^([A-Z]+)([A-Z])(?:_([A-Z]+))?$/.exec(code) ?? [];
  const word = kinds[kind ?? ''];
  if (!word) return code;
  const place = region ? ` (${region.charAt(0)}${region.slice(1).toLowerCase()})` : '';
  return `${word} ${letter}${place}`;
}
