import { describe, expect, test } from 'vitest';
import { composeMail, frame, type MailContent, withEnding } from './layout.ts';

const content: MailContent = {
  heading: 'Offer created: <b>Deal</b>',
  paragraphs: ['The offer "Deal" & more was created.'],
  problem: { message: 'The price is <missing>.', fix: 'Enter a price.' },
  facts: [{ name: 'Price', value: '1,200.00 USD' }],
  items: [{ title: 'Offer expired', text: 'It expired.', url: 'https://x.example/offers/1' }],
  button: { label: 'Open the offer', url: 'https://x.example/org/1?a=1&b=2' },
  notes: ['Valid for 7 days.'],
  footer: { text: 'You are a member of Acme.', link: { label: 'Mail settings', url: 'https://x.example/s' } },
};

/** Removes the markup of HTML. */
const shown = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

describe('the layout of mails', () => {
  test('has the same contents in the HTML part and the text part', () => {
    const { html, text } = composeMail(content);
    const parts = [
      content.heading,
      ...content.paragraphs,
      'Reason: The price is <missing>.',
      'What to do: Enter a price.',
      'Price',
      '1,200.00 USD',
      'Offer expired',
      'It expired.',
      'Open the offer',
      'Valid for 7 days.',
      'You are a member of Acme.',
      'Mail settings',
    ];
    for (const part of parts)
      expect([text, shown(html)]).toEqual(Array(2).fill(expect.stringContaining(part)));
    for (const url of ['https://x.example/offers/1', 'https://x.example/s'])
      expect([text, html]).toEqual(Array(2).fill(expect.stringContaining(url)));
  });

  test('shows markup in values as text, also in addresses', () => {
    const { html } = composeMail(content);
    expect(html).not.toMatch(/<b>|<missing>/);
    expect(html).toContain('href="https://x.example/org/1?a=1&amp;b=2"');
  });

  test('has one button, and loads nothing from elsewhere', () => {
    const { html } = composeMail(content);
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import/);
  });

  test('leaves out absent parts', () => {
    const { html, text } = composeMail({ heading: 'Hello', paragraphs: ['World'], footer: { text: 'Why.' } });
    expect(text).toBe('Hello\n\nWorld\n\nWhy.\n');
    expect(html).not.toMatch(/<table|undefined|class="button"/);
  });

  test('keeps the light colours for content with colours of its own', () => {
    expect(frame('<p style="color:#000">Own</p>')).not.toContain('prefers-color-scheme');
    expect(withEnding(frame('Own'), '<img>')).toMatch(/<img>\n<\/body><\/html>\n$/);
  });
});
