import type { Logger } from 'pino';
import { lazyValue } from '../../platform/first-use.ts';
import { footerOf, frame } from '../../platform/mail/layout.ts';
import { type PdfBlock, writePdf } from '../../platform/pdf/index.ts';
import { type Content, type Fact, reasonForMail } from './content.ts';

const cell = 'padding:4px 16px 4px 0;vertical-align:top;overflow-wrap:anywhere';
const quiet = 'color:#62626b';
const head = `${cell};font-weight:400;text-align:left`;
const sum = 'padding:4px 0;text-align:right;white-space:nowrap;vertical-align:top';

/**
 * Template of invoice pages and mails. Liquid escapes each value; `dir="auto"` sets names in the direction of
 * their script.
 */
const template = `<div lang="{{ words.language }}">
<h1 style="margin:0 0 16px;font-size:20px" dir="auto">{{ title }}</h1>
{% if intro %}<p style="margin:0 0 16px" dir="auto">{{ intro }}</p>
{% endif %}<table style="border-collapse:collapse;font-size:14px;width:100%">
{% for fact in facts %}<tr><th scope="row" class="quiet" style="${head};${quiet}">{{ fact.name }}</th><td style="${cell};white-space:pre-line" dir="auto">{{ fact.value }}</td></tr>
{% endfor %}</table>
<h2 style="margin:24px 0 8px;font-size:16px">{{ words.lines }}</h2>
<table style="border-collapse:collapse;font-size:14px;width:100%">
<thead><tr><th scope="col" style="${head}">{{ words.item }}</th><th scope="col" style="${head};padding-right:0;text-align:right">{{ words.amount }}</th></tr></thead>
{% for line in lines %}<tr><td style="${cell}" dir="auto">{{ line.name }}{% if line.detail %}<br><span class="quiet" style="${quiet};font-size:12px">{{ line.detail }}</span>{% endif %}</td><td style="${sum}">{{ line.amount }}</td></tr>
{% endfor %}</table>
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
export const invoicePdf = (content: Content, at: Date, log: Logger): Promise<Buffer> =>
  writePdf(invoiceBlocks(content), { title: content.title, at, isNumbered: true, log });

/** Lays out the content of an invoice as PDF blocks. */
const invoiceBlocks = ({ title, words, facts, lines, totals, notes }: Content): PdfBlock[] => [
  { kind: 'title', text: title },
  ...facts.map(row),
  { kind: 'heading', text: words.lines },
  ...lines.map(
    ({ name, detail, amount }): PdfBlock => ({
      kind: 'row',
      name,
      value: detail ? `${amount}\n${detail}` : amount,
    }),
  ),
  { kind: 'heading', text: words.total },
  ...totals.map(row),
  ...notes.map(({ name, value }): PdfBlock => ({ kind: 'note', text: `${name}: ${value}` })),
];

const row = ({ name, value }: Fact): PdfBlock => ({ kind: 'row', name, value });
