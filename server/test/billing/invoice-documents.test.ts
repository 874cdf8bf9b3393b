import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { invoicesOf, issued } from './invoice.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  invoices = invoicesOf(app, org);
});
afterAll(() => app.stop());

const preview = async (id: string): Promise<string> => {
  const reply = await invoices.call('GET', `invoice/${id}/preview`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const linkIn = (html: string): string =>
  (/<a (?:class="[^"]*" )?href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
const open = async (url: string) => {
  const answer = await fetch(url);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
/** By the links in the mail and on the page. */
const pdfOf = async (id: string) => {
  const page = await open(linkIn(await preview(id)));
  return open(linkIn(page.bytes.toString()));
};
const textOf = async (bytes: Buffer) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ');

const usage = {
  issuer: {
    name: 'Acme Inc.',
    address: '1 Main Street\nSpringfield',
    taxIds: ['US-1'],
    bankDetails: 'IBAN 12',
  },
  buyer: { name: 'Żółw Ltd', address: 'Ulica 2', taxIds: ['PL2'] },
  billableDimensionDetails: [
    {
      name: 'GPU hours',
      billableMetricKey: { id: 'gpu', groupBysExpression: 'region=eu' },
      quantity: 12.5,
      amount: 1250,
      details: [{ descriptions: 'basic', feeExpressions: '12.5 × 100 = 1250' }],
      startDate: '2027-01-01T00:00:00Z',
      endDate: '2027-02-01T00:00:00Z',
    },
  ],
};
const sums = {
  subtotal_amount: '1250',
  discount_amount: '50',
  tax_amount: '228',
  due_amount: '1428',
  memo: 'Thank you',
};

describe('an issued invoice', () => {
  test('shows parties, number, days, lines, sums and notes as PDF, page and mail', async () => {
    const info = { ...usage, taxes: [{ name: 'VAT', percent: 19, amount: 228 }] };
    const id = await invoices.write(info, { ...issued(12), ...sums, paid_amount: '1000' });
    const { answer, bytes } = await pdfOf(id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('invoice-12.pdf'),
    });
    const wanted =
      `Invoice 12|Acme Inc.|1 Main Street|US-1|Żółw Ltd|PL2|3 February 2027|1 March 2027|GPU hours|region: eu|
      1 January 2027 – 31 January 2027|12.5|100.00|1,250.00 USD|−50.00 USD|VAT 19 %|228.00 USD|1,428.00 USD|
      −1,000.00 USD|428.00 USD|IBAN 12|Thank you`.split(/\|\s*/);
    const [pdf, mail] = [await textOf(bytes), await preview(id)];
    const page = (await open(linkIn(mail))).bytes.toString();
    for (const text of wanted) {
      expect(pdf).toContain(text);
      expect(mail).toContain(text);
      expect(page).toContain(text);
    }
    expect(mail).toContain('>12.5 × 100.00<');
    expect(mail).toContain('Please pay this invoice');
    expect(page).not.toContain('Please pay this invoice');
  });

  test('has the same bytes for the same record', async () => {
    const id = await invoices.write(usage, { ...issued(13), ...sums });
    expect((await pdfOf(id)).bytes.equals((await pdfOf(id)).bytes)).toBe(true);
  });

  test.each([
    ['de', ['Rechnung 14', 'Zahlbar bis', '1. März 2027', '1.250,00 USD', 'Zwischensumme']],
    ['fr', ['Facture 15', 'À payer avant le', '1 mars 2027', 'Sous-total']],
    ['ja', ['Invoice 16', '1 March 2027']],
  ])('is in the language of its buyer: %s', async (language, wanted) => {
    const number = { de: 14, fr: 15, ja: 16 }[language] as number;
    const id = await invoices.write({ ...usage, language }, { ...issued(number), ...sums });
    const html = await preview(id);
    const text = await textOf((await pdfOf(id)).bytes);
    for (const word of wanted) expect([html.includes(word), text.includes(word)]).toEqual([true, true]);
    const [, lang, title] = /<html lang="(\w\w)">.*<title>([^<]+)<\/title>/.exec(html) ?? [];
    expect([html.includes(`<div lang="${lang}">`), html.includes(`>${title}</h1>`)]).toEqual([true, true]);
    expect(html.match(/<th scope="col"/g)).toHaveLength(2);
  });

  test('translates texts of the service for its buyer, and keeps texts of the seller', async () => {
    const line = (more: object) => ({ quantity: 1, amount: 10, ...more });
    const commits = [
      line({ key: 'fee', name: 'Previously credited', expression: '1 × 310, prorated' }),
      line({ name: 'Commit drawn by usage' }),
    ];
    const info = { ...usage, language: 'de', billableDimensionDetails: undefined };
    const commit = await invoices.write(
      { ...info, commitsRevenueDetails: commits },
      { ...issued(91), type: 'COMMIT', due_amount: '20' },
    );
    const shown = await preview(commit);
    for (const wanted of [
      'Previously credited',
      '310,00',
      'anteilig für den Zeitraum',
      'Durch Nutzung verbrauchter',
    ])
      expect(shown).toContain(wanted);
    expect(shown).not.toContain('Commit drawn');
    const late = [{ name: 'Previously credited', amount: 10, quantity: 0, isLate: true }];
    const billed = await invoices.write({ ...info, billableDimensionDetails: late }, issued(92));
    expect(await preview(billed)).toContain('Zuvor gutgeschrieben');
  });

  test('names the invoice of the commit that covers its usage by number, and its terms of payment', async () => {
    const commit = await invoices.write({}, { ...issued(93), type: 'COMMIT' });
    const covered = { deducted_commit_invoice_id: commit, deducted_commit_amount: '100' };
    const id = await invoices.write({ ...usage, netTermsInDays: 26 }, { ...issued(94), ...sums, ...covered });
    const [pdf, mail] = [await textOf((await pdfOf(id)).bytes), await preview(id)];
    for (const text of [
      'Covered by commit (Invoice 93)',
      'Payable within 26 days of the date of issue, by 1 March 2027.',
      'Please state “Invoice 94” with the payment.',
    ]) {
      expect(pdf).toContain(text);
      expect(mail).toContain(text);
    }
    expect(pdf).toContain('To pay: 1,428.00 USD · Due date: 1 March 2027');
    expect(pdf + mail).not.toContain(commit);
  });

  test('without tax states that', async () => {
    const plain = await invoices.write(usage, issued(17));
    expect(await preview(plain)).toContain('No tax is charged.');
    const noted = await invoices.write({ ...usage, taxNote: 'Reverse charge' }, issued(18));
    expect(await preview(noted)).toContain('Reverse charge');
  });
});

test.each([
  [
    'COMMIT',
    { commitsRevenueDetails: [{ key: 'seats', name: 'Seats', amount: 33.33, expression: '100 ÷ 3' }] },
    'Seats',
  ],
  ['ADDON', { addonDetail: { name: 'Onboarding', description: 'Two days', amount: 33.33 } }, 'Two days'],
  [
    'INSTALLMENT',
    { paymentInstallmentsDetail: { amount: 33.33, chargeOn: '2027-02-01' } },
    '1 February 2027',
  ],
])('an invoice of %s shows its lines', async (type, info, wanted) => {
  const html = await preview(await invoices.write(info, { type }));
  expect(html).toContain(wanted);
  expect(html).toContain('33.33 USD');
  // Empty fields leave no empty lines.
  expect(html).not.toMatch(/ × <|<span[^>]*><\/span>/);
});

test('a draft is marked as a draft and has current names, and a voided invoice is marked as void', async () => {
  const companyInfo = { addressLine1: '7 Present Street', city: 'Bern', country: 'CH' };
  const buyer = await invoices.call('POST', 'buyer', { name: 'Present Name', companyInfo });
  const draft = await preview(await invoices.write({}, { buyer_id: buyer.body.id }));
  for (const text of ['Draft invoice', 'Acme', 'Present Name', '7 Present Street', 'Bern'])
    expect(draft).toContain(text);
  const voided = await invoices.write({}, { ...issued(20), status: 'CANCELED' });
  expect(await preview(voided)).toContain('Invoice 20 (void)');
});

describe('text from users', () => {
  const hostile = '<script>alert(1)</script>"\'&{{ title }}{% if x %}';

  test('is escaped everywhere', async () => {
    const line = {
      name: hostile,
      billableMetricKey: { id: 'x' },
      amount: 1,
      details: [{ descriptions: hostile }],
    };
    const id = await invoices.write(
      {
        issuer: { name: hostile, bankDetails: hostile },
        buyer: { name: hostile, address: hostile },
        billableDimensionDetails: [line],
        taxNote: hostile,
      },
      { ...issued(30), memo: hostile },
    );
    const html = await preview(id);
    const page = await open(linkIn(html));
    for (const text of [html, page.bytes.toString()]) {
      expect(text).not.toContain('<script');
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).toContain('{{ title }}{% if x %}');
    }
    expect(page.answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await textOf((await pdfOf(id)).bytes)).toContain('<script>alert(1)</script>');
  });

  test('is laid out at any length, and from right to left', async () => {
    const long = 'x'.repeat(3000);
    const [arabic, hebrew] = ['شركة الاختبار المحدودة', 'חברת בדיקות בע״מ'];
    const id = await invoices.write(
      {
        issuer: { name: long, address: 'y '.repeat(900) },
        buyer: { name: `${arabic} ${hebrew}` },
        billableDimensionDetails: [{ name: hebrew, amount: 1 }, { name: long, amount: 2 }, { amount: 3 }],
      },
      { ...issued(31), memo: `${arabic}\n`.repeat(200) },
    );
    const html = await preview(id);
    expect(html).toContain(hebrew);
    expect(html).toContain(`dir="auto">${hebrew}`);
    const { answer, bytes } = await pdfOf(id);
    expect(answer.status).toBe(200);
    const text = await textOf(bytes);
    for (const name of [arabic, hebrew]) expect(text).toContain(name);
  });

  test('of 1,000 lines is complete in PDF and mail', async () => {
    const billableDimensionDetails = Array.from({ length: 1000 }, (_, index) => ({
      name: `Dimension ${index}`,
      quantity: index,
      amount: 1.25,
      details: [{ feeExpressions: `${index} × 1 = ${index}` }],
    }));
    const id = await invoices.write({ billableDimensionDetails }, { ...issued(32), ...sums });
    const [html, text] = [await preview(id), await textOf((await pdfOf(id)).bytes)];
    const missing = billableDimensionDetails.filter(
      ({ name }) => !html.includes(`>${name}<`) || !text.includes(name),
    );
    expect(missing).toEqual([]);
    expect(text).toContain('1,428.00 USD');
  });
});

describe('links', () => {
  test('open one invoice until they expire, and nothing when altered', async () => {
    const id = await invoices.write(usage, issued(40));
    const other = await invoices.write(usage, issued(41));
    const url = linkIn(await preview(id));
    expect((await open(url)).answer.status).toBe(200);
    expect((await open(url.replace(id, other))).answer.status).toBe(404);
    expect((await open(url.replace(/expires=\d+/, 'expires=9999999999'))).answer.status).toBe(404);
    expect((await open(url.replace('?', '/pdf?'))).answer.status).toBe(404);
    expect((await open(`${url.split('?')[0]}`)).answer.status).toBe(404);
  });

  test('do not open withdrawn invoices or those of another organization', async () => {
    const id = await invoices.write(usage);
    const url = linkIn(await preview(id));
    await app.database.query(`UPDATE invoice SET status = 'DELETED' WHERE id = $1`, [id]);
    expect((await open(url)).answer.status).toBe(404);
    const gone = await invoices.call('GET', `invoice/${id}/preview`);
    expect([gone.status, gone.body.code]).toEqual([404, 'invoice_not_found']);
    const other = await app.organization();
    const foreign = await invoices.write(usage);
    const reply = await app.request('GET', `/org/${other.id}/invoice/${foreign}/preview`, {
      token: other.token,
    });
    expect([reply.status, reply.body.code]).toEqual([404, 'invoice_not_found']);
  });
});

describe('mails of an issued invoice', () => {
  const ofInvoice = async (number: number) => {
    const contact = async (emailAddress: string): Promise<string> =>
      (await invoices.call('POST', 'contact', { emailAddress })).body.id;
    const contacts = [
      await contact(`ann.${number}@buyer.example`),
      await contact(`bob.${number}@buyer.example`),
    ];
    const buyer = await invoices.call('POST', 'buyer', { name: 'Buyer' });
    for (const each of contacts) await invoices.call('POST', `contact/${each}/buyer/${buyer.body.id}`);
    const id = await invoices.write(
      { ...usage, language: 'de' },
      { ...issued(number), ...sums, buyer_id: buyer.body.id },
    );
    return { id, contacts };
  };
  const mailed = async (number: number) => {
    await app.drainJobs();
    await app.sendMails();
    return (await app.mails()).filter(({ to }) => to.join().includes(`.${number}@buyer`));
  };
  const notify = (id: string, body?: string[]) => invoices.call('POST', `invoice/${id}/notifyContacts`, body);

  test('go to each contact of the buyer separately, with the content of the preview', async () => {
    const { id } = await ofInvoice(50);
    expect((await notify(id)).status).toBe(200);
    const mails = await mailed(50);
    expect(mails.map(({ to }) => to).sort()).toEqual([['ann.50@buyer.example'], ['bob.50@buyer.example']]);
    expect(mails[0]?.subject).toBe('Acme Inc.: Rechnung 50, 1.428,00 USD');
    expect(mails[0]?.text).toContain('Zahlbar bis: 1. März 2027');
    expect(mails[0]?.html?.trim()).toBe((await preview(id)).trim());
  });

  test('go to the chosen contacts on each request', async () => {
    const { id, contacts } = await ofInvoice(51);
    for (let time = 0; time < 2; time++) await notify(id, [contacts[1] as string]);
    expect((await mailed(51)).map(({ to }) => to)).toEqual([
      ['bob.51@buyer.example'],
      ['bob.51@buyer.example'],
    ]);
  });

  test.each([
    [53, { paid_amount: '1428' }, 'Diese Rechnung ist bezahlt.', 'Acme Inc.: Rechnung 53, bezahlt'],
    [54, { due_amount: '0' }, 'Von dieser Rechnung ist nichts zu zahlen.', 'Acme Inc.: Rechnung 54'],
  ])('do not ask for a payment if none is due: %i %o', async (number, figures, wanted, subject) => {
    const { id } = await ofInvoice(number);
    const [name, value] = Object.entries(figures)[0] as [string, string];
    await app.database.query(`UPDATE invoice SET ${name} = $2 WHERE id = $1`, [id, value]);
    await notify(id);
    const [mail] = await mailed(number);
    expect(mail?.subject).toBe(subject);
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(wanted);
      expect(text).not.toMatch(/Bitte bezahlen|Zahlbar bis|Zahlbar an|IBAN/);
    }
  });

  test('are refused for an unknown contact, and for a draft', async () => {
    const { id, contacts } = await ofInvoice(52);
    const wrong = await notify(id, [contacts[0] as string, 'con_none']);
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/1']);
    const draft = await notify(await invoices.write(usage));
    expect([draft.status, draft.body.code]).toEqual([400, 'invoice_state']);
    expect(await mailed(52)).toEqual([]);
  });
});
