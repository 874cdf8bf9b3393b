type Face = { name?: string; logo?: string };

/** The page; undefined in tests without a browser. */
const { document: page } = globalThis as {
  document?: { querySelector(selector: string): { content?: string } | null };
};

/** The names and logos that the operator has configured. The server adds them to the page. */
const faces: Readonly<Record<string, Face>> = JSON.parse(
  page?.querySelector('meta[name=marketplaces]')?.content ?? '{}',
);

/** The kinds of partners, by the beginning of the code. The next letter is the partner's mark. */
const kinds: Readonly<Record<string, string>> = {
  MK: 'Marketplace',
  CRM: 'CRM',
  BILL: 'Billing system',
  METER: 'Metering system',
  PAY: 'Payment provider',
};

/** A marketplace or another partner, with the address of its logo or the letter of its mark. */
export type Partner = { name: string; mark: string; logo: string | undefined };

/** Returns a partner by its code; undefined for a text that is not the code of a partner. */
export function partnerOf(code: string): Partner | undefined {
  const [, kind = '', mark = '', region] = /^([A-Z]+)([A-F])(_CHINA)?$/.exec(code) ?? [];
  const word = kinds[kind];
  if (!word) return undefined;
  const { name = `${word} ${mark}`, logo } = faces[kind + mark] ?? {};
  return { name: region ? `${name} (China)` : name, mark, logo };
}

/** The marketplaces that lists are filtered by. */
export const marketplaceOptions = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'].map((value) => ({
  value,
  label: marketplaceName(value),
}));

/** Returns the name of a marketplace; the code itself for a code that is not in the table. */
export function marketplaceName(partner: string | null | undefined): string {
  return partner ? (partnerOf(partner)?.name ?? partner) : 'Direct sale';
}
