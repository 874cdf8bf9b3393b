/** Headings of the report of charges and usage, with the optional breakdown by account. */
export const reportHeadings = [
  'SKU',
  'Google Entity',
  'Resource',
  'Account Id',
  'Insights Account Id',
  'Quote_id',
  'Unit',
  'Usage',
  'Currency',
  'Charges',
  'Trial Use',
  'Due Vendor',
  'Withheld',
  'Released',
  'Abandoned',
  'Payment Schedule',
  'Prepay Credits',
] as const;

/** A row by heading. Absent cells are empty, or have the usual value. */
export type ReportRow = Readonly<Record<string, string>>;

const usual: ReportRow = {
  SKU: 'Gold plan',
  'Google Entity': 'Marketplace LLC',
  Currency: 'USD',
  Charges: '0',
  'Due Vendor': '0',
};

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Prints a report as CSV. */
export const printReport = (
  rows: readonly ReportRow[],
  headings: readonly string[] = reportHeadings,
): string =>
  [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? usual[heading] ?? ''))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');
