import type { Logger } from 'pino';
import { lazyValue } from '../../platform/first-use.ts';
import { footerOf, frame } from '../../platform/mail/layout.ts';
import { type PdfBlock, type PdfTableRow, writePdf } from '../../platform/pdf/index.ts';
import { type Content, reasonForMail } from './content.ts';
import type { Line } from './lines.ts';

const cell = 'padding:4px 16px 4px 0;vertical-align:top;overflow-wrap:anywhere';
const quiet = 'color:#62626b';
const head = `${cell};font-weight:400;text-align:left`;
/** Labels are single words, which are not broken. */
const label = `${head};${quiet};overflow-wrap:normal`;
const sum = 'padding:4px 0;text-align:right;white-space:nowrap;vertical-align:top';
const small = `${quiet};font-size:12px`;

/**
 * Template of invoice pages and mails. Liquid escapes each value; `dir="auto"` sets names in the direction of
 * their script.
 */
const template = `<div lang="{{ words.language }}">
<h1 style="margin:0 0 16px;font-size:20px" dir="auto">{{ title }}</h1>
{% if intro %}<p style="margin:0 0 16px" dir="auto">{{ intro }}</p>
{% endif %}<table style="border-collapse:collapse;font-size:14px;width:100%">
{% for fact in parties %}<tr><th scope="row" class="quiet" style="${label}">{{ fact.name }}</th><td style="${cell};white-space:pre-line" dir="auto">{{ fact.party }}{% if fact.party != '' and fact.value != '' %}
{% endif %}{{ fact.value }}</td></tr>
{% endfor %}{% for fact in facts %}<tr><th scope="row" class="quiet" style="${label}">{{ fact.name }}</th><td style="${cell};white-space:pre-line" dir="auto">{{ fact.value }}</td></tr>
{% endfor %}</table>
<h2 style="margin:24px 0 8px;font-size:16px">{{ words.lines }}</h2>
<table style="border-collapse:collapse;font-size:14px;width:100%">
<thead><tr><th scope="col" style="${head}">{{ words.item }}</th><th scope="col" style="${head};padding-right:0;text-align:right">{{ words.amount }}</th></tr></thead>
{% for line in lines %}<tr><td style="${cell}" dir="auto">{{ line.name }}{% if line.price != '' %}<br><span class="quiet" style="${small}">{{ line.quantity }} × {{ line.price }}</span>{% elsif line.quantity != '' %}<br><span class="quiet" style="${small}">{{ words.quantity }}: {{ line.quantity }}</span>{% endif %}{% if line.period != '' %}<br><span class="quiet" style="${small}">{{ line.period }}</span>{% endif %}{% if line.detail != '' %}<br><span class="quiet" style="${small};white-space:pre-line">{{ line.detail }}</span>{% endif %}</td><td style="${sum}">{{ line.amount }}</td></tr>
{% for part in line.parts %}<tr class="quiet" style="${small}"><td style="${cell};padding-left:12px" dir="auto">{{ part.name }}{% if part.price != '' %}: {{ part.quantity }} × {{ part.price }}{% endif %}</td><td style="${sum}">{{ part.amount }}</td></tr>
{% endfor %}{% endfor %}</table>
<h2 style="margin:24px 0 8px;font-size:16px">{{ words.total }}</h2>
<table style="border-collapse:collapse;font-size:14px;width:100%">
{% for total in totals %}<tr><th scope="row" style="${head}{% if total.isSum %};font-weight:600{% endif %}" dir="auto">{{ total.name }}</th><td style="${sum}{% if total.isSum %};font-weight:600{% endif %}">{{ total.value }}</td></tr>
{% endfor %}</table>
{% for note in notes %}<p style="margin:16px 0 0;font-size:12px;white-space:pre-line;overflow-wrap:anywhere" dir="auto"><span class="quiet" style="${quiet}">{{ note.name }}:</span> {{ note.value }}</p>
{% endfor %}{% if url %}<p style="margin:24px 0 0"><a href="{{ url }}" class="button" style="display:inline-block;padding:10px 20px;background:#0b4f9c;color:#ffffff;border-radius:6px;text-decoration:none">{{ opens }}</a></p>
{% endif %}<p class="quiet" style="margin:24px 0 0;font-size:12px;${quiet}" dir="auto">{{ name }}</p>
</div>`;

/** Optional parts around the invoice: an introductory sentence and a link to the document. */
type InvoiceIntro = { intro?: string; url?: string };

/** Compiles the template at first use, because loading the template library is slow. */
const parsed = lazyValue(async () => {
  const { Liquid } = await import('liquidjs');
  const engine = new Liquid({ outputEscape: 'escape', ownPropertyOnly: true, templates: {} });
  const [tokens, titleTokens] = [engine.parse(template), engine.parse('{{ title }}')];
  return (view: Content & InvoiceIntro): string =>
    frame(engine.renderSync(tokens, view), {
      title: engine.renderSync(titleTokens, view),
      language: view.words.language,
      isDarkReady: true,
      ...(view.intro ? { footer: footerOf({ text: reasonForMail(view) }) } : {}),
    });
});

/** Renders an invoice as HTML without scripts or external resources. */
export const invoiceHtml = async (content: Content, around: InvoiceIntro = {}): Promise<string> =>
  (await parsed.get())({ ...content, ...around });

/** Creates the PDF of an invoice. Equal records result in equal bytes. */
export const invoicePdf = (content: Content, at: Date, log: Logger): Promise<Buffer> => {
  const { title, name, words, issuer } = content;
  const taxIds = issuer.taxIds?.filter(Boolean).join(', ');
  const legal = [name, issuer.address, taxIds && `${words.taxIds}: ${taxIds}`, issuer.emailAddress];
  return writePdf(invoiceBlocks(content), {
    title,
    at,
    language: words.language,
    footer: {
      text: legal.filter(Boolean).join(' · '),
      page: words.page,
      title: [title, name].filter(Boolean).join(' · '),
    },
    log,
  });
};

/** Lays out the content of an invoice as PDF blocks. */
const invoiceBlocks = (content: Content): PdfBlock[] => [
  { kind: 'letterhead', name: content.name, title: content.title },
  {
    kind: 'columns',
    columns: [
      ...content.parties.map(({ name: label, party, value }) => ({
        share: 1,
        label,
        name: party,
        text: value,
      })),
      { share: 1.4, facts: content.facts.map(({ name, value }) => ({ name, value: unbroken(value) })) },
    ],
  },
  { kind: 'lead', text: content.summary },
  tableOf(content),
  { kind: 'sums', rows: content.totals.map(({ isSum, ...row }) => ({ ...row, isStrong: isSum })) },
  ...inPairs(content.notes).map(
    (notes): PdfBlock => ({
      kind: 'columns',
      columns: notes.map(({ name: label, value: text }) => ({ share: 1, label, text })),
    }),
  ),
];

/** Keeps the words of a day in one line; a period may be broken after its dash. */
const unbroken = (value: string): string => value.replaceAll(/(?<!–) /g, '\u00a0');

const tableOf = ({ words, lines }: Content): PdfBlock => ({
  kind: 'table',
  columns: [
    { title: words.item },
    { title: words.period },
    { title: words.quantity, align: 'right' },
    { title: words.price, align: 'right' },
    { title: words.amount, align: 'right' },
  ],
  rows: lines.flatMap(rowsOf),
});

const rowsOf = ({ name, detail, period, quantity, price, amount, parts }: Line): PdfTableRow[] => [
  { cells: [name, period, quantity, price, amount], note: detail },
  ...parts.map((part) => ({ cells: [part.name, '', part.quantity, part.price, part.amount], isPart: true })),
];

/** Places notes two to a row. A last one has the whole row. */
const inPairs = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / 2) }, (_, index) => list.slice(2 * index, 2 * index + 2));
