import { Html, html } from '../http/pages.ts';
import type { Mail } from './outbox.ts';

/** A name and its value, shown as a row of a table. */
export type MailFact = { name: string; value: string };
export type MailLink = { label: string; url: string };

/** A record or event in a list, such as one of the notifications in a digest. */
export type MailItem = { title: string; text?: string | undefined; url?: string | undefined };

/**
 * The content of a mail, from which the HTML part and the text part are composed. All texts are plain text: markup in
 * them is shown and not interpreted.
 */
export type MailContent = {
  /** What happened, as the heading. */
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly MailFact[] | undefined;
  /** The words of a failure, and the next step. */
  problem?: { message: string; fix?: string | undefined } | undefined;
  items?: readonly MailItem[] | undefined;
  /** The only button, which leads to the record or to the next step. */
  button?: MailLink | undefined;
  /** Remarks below the button. */
  notes?: readonly string[] | undefined;
  /** Why the recipient gets this mail, and where the recipient can change that. */
  footer: { text: string; link?: MailLink | undefined };
  /** A line above everything else, for mail programs that quote from this line on. */
  marker?: string | undefined;
};

const end = '\n</body></html>\n';

/** The colours of dark mode. Mail programs without support for media queries show the light colours. */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#141416!important;color:#ececee!important}
.card{background:#1f1f22!important}.quiet,.quiet a{color:#a9a9b2!important}.line{border-color:#3a3a40!important}
.button{background:#8ab8ff!important;color:#101010!important}.problem{background:#3a1d22!important;border-color:#ff6b81!important}
.link{color:#8ab8ff!important}}`;

type Head = {
  title?: string;
  language?: string;
  /** HTML below the card. */
  footer?: string;
  /** True for content without own colours, which is readable in dark mode. */
  isDarkReady?: boolean;
};

/** Builds the HTML frame of a mail. All values are inserted unchanged: the caller has escaped them. */
export const frame = (content: string, { title, language = 'en', footer, isDarkReady }: Head = {}): string =>
  `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${title === undefined ? '' : `<title>${title}</title>`}${isDarkReady ? `<meta name="color-scheme" content="light dark"><style>${darkStyle}</style>` : ''}</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f4f5;font-family:Helvetica,Arial,sans-serif;color:#18181b">
<div class="card" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;line-height:1.5">
${content}
</div>${footer ? `\n${footer}` : ''}${end}`;

/** Adds HTML at the end of a mail, such as an image. */
export const withEnding = (mail: string, ending: string): string =>
  `${mail.slice(0, mail.length - end.length)}${ending}${end}`;

const cell = 'padding:8px 0;border-top:1px solid #e4e4e7;vertical-align:top;overflow-wrap:anywhere';
const quiet = new Html('color:#62626b');
const line = new Html(cell);

const factTable = (facts: readonly MailFact[]): Html | undefined =>
  facts.length === 0
    ? undefined
    : html`<table style="border-collapse:collapse;width:100%;margin:0 0 24px;font-size:14px">
${facts.map(
  ({ name, value }) =>
    html`<tr><th scope="row" class="quiet line" style="${line};padding-right:16px;width:30%;font-weight:400;text-align:left;${quiet}">${name}</th><td class="line" dir="auto" style="${line}">${value}</td></tr>
`,
)}</table>
`;

const problemBox = (problem: MailContent['problem']): Html | undefined =>
  problem &&
  html`<div class="problem" style="margin:0 0 24px;padding:12px 16px;background:#fdecef;border-left:4px solid #b00020;overflow-wrap:anywhere">
<p style="margin:0;white-space:pre-line" dir="auto"><strong>Reason:</strong> ${problem.message}</p>
${problem.fix && html`<p style="margin:8px 0 0" dir="auto"><strong>What to do:</strong> ${problem.fix}</p>`}
</div>
`;

const itemList = (items: readonly MailItem[]): Html[] =>
  items.map(
    ({ title, text, url }) =>
      html`<div class="line" dir="auto" style="${line}">${
        url ? html`<a href="${url}" class="link" style="color:#0b4f9c">${title}</a>` : title
      }${text && html`<div class="quiet" style="font-size:14px;white-space:pre-line;${quiet}">${text}</div>`}</div>
`,
  );

const buttonOf = (button: MailLink | undefined): Html | undefined =>
  button &&
  html`<p style="margin:24px 0 0"><a href="${button.url}" class="button" style="display:inline-block;padding:10px 20px;background:#0b4f9c;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none">${button.label}</a></p>
`;

/** Renders the reason for a mail, below the card. */
export const footerOf = ({ text, link }: MailContent['footer']): string =>
  html`<div class="quiet" style="max-width:560px;margin:0 auto;padding:16px 32px;font-size:12px;line-height:1.5;overflow-wrap:anywhere;${quiet}" dir="auto">${text}${
    link && html` <a href="${link.url}" style="${quiet}">${link.label}</a>`
  }</div>`.text;

function htmlOf({ marker, heading, paragraphs, facts, problem, items, button, notes, footer }: MailContent) {
  const content = html`${
    marker &&
    html`<p class="quiet" style="margin:0 0 16px;font-size:12px;${quiet}">${marker}</p>
`
  }<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere" dir="auto">${heading}</h1>
${paragraphs.map(
  (text) =>
    html`<p style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere" dir="auto">${text}</p>
`,
)}${problemBox(problem)}${factTable(facts ?? [])}${itemList(items ?? [])}${buttonOf(button)}${(
  notes ?? []
).map(
  (
    text,
  ) => html`<p class="quiet" style="margin:24px 0 0;font-size:14px;white-space:pre-line;${quiet}" dir="auto">${text}</p>
`,
)}`;
  const title = html`${heading}`.text;
  return frame(content.text, { title, footer: footerOf(footer), isDarkReady: true });
}

/** The blocks of the text part, in the order of the HTML part. */
function textOf({ marker, heading, paragraphs, facts, problem, items, button, notes, footer }: MailContent) {
  return [
    marker,
    heading,
    ...paragraphs,
    problem && `Reason: ${problem.message}${problem.fix ? `\nWhat to do: ${problem.fix}` : ''}`,
    facts?.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ...(items ?? []).map(({ title, text, url }) =>
      [`- ${title}`, text?.replaceAll('\n', '\n  '), url].filter(Boolean).join('\n  '),
    ),
    button && `${button.label}:\n${button.url}`,
    ...(notes ?? []),
    `${footer.text}${footer.link ? ` ${footer.link.label}: ${footer.link.url}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

/** Composes the HTML part and the text part of a mail, which contain the same. */
export const composeMail = (content: MailContent): Required<Pick<Mail, 'text' | 'html'>> => ({
  text: textOf(content),
  html: htmlOf(content),
});
