import { afterAll, describe, expect, test } from 'vitest';
import { ThreadExhausted, ThreadRefused, ThreadsBusy } from '../../platform/threads.ts';
import { createTemplates, type TemplateKind, templateFindings } from './templates.ts';

const templates = createTemplates();
afterAll(templates.stop);

const render = (
  template: string,
  view = {},
  kind: TemplateKind = 'html',
  owner = 'a',
  onBegun?: () => void,
) => templates.mails.run(owner, { kind, template, view }, onBegun);
const problemOf = async (template: string, threads = templates.previews) =>
  (await templateFindings(threads, 'a', [{ pointer: '/x', template }]))[0]?.message;
/** Each letter of a date format takes time, so a template full of formats takes seconds on any machine. */
const slow = { template: '{{ "now" | date: f }}'.repeat(2300), view: { f: '%A'.repeat(50) } };

describe('a mail template', () => {
  test.each([
    ['{{ a }} {{ b.c }}', '&#60;i&#62; &#34;&#38;&#39;'],
    ['{% if a == "<i>" %}yes{% else %}no{% endif %}', 'yes'],
    ['{% unless nothing %}{{ nothing.at.all | default: "none" }}{% endunless %}', 'none'],
    ['{{ a | upcase | truncate: 3 }}', '&#60;I&#62;'],
    ['{{ b.constructor }}{{ b.__proto__ }}{{ a.constructor.name }}', ''],
  ])('%s shows values only, and as themselves', async (template, shown) => {
    expect(await problemOf(template)).toBeUndefined();
    expect(await render(template, { a: '<i>', b: { c: `"&'` } })).toBe(shown);
  });

  test('for text escapes nothing', async () => {
    expect(await render('{{ a }}', { a: '<i>' }, 'text')).toBe('<i>');
  });

  test.each([
    ['# One\n\n**two**', '<h2 dir="auto">One</h2>\n<p dir="auto"><strong>two</strong></p>\n'],
    ['<b onclick="x()">bold</b>', '<p dir="auto">&lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt;</p>\n'],
    ['<script>x()</script>', '&lt;script&gt;x()&lt;/script&gt;'],
    ['[a](javascript:x%28%29) [b](JAVA&#115;cript:x)', '<p dir="auto">a b</p>\n'],
    ['[a](data:text/html,x) [b]( vbscript:x)', '<p dir="auto">a b</p>\n'],
    ['![a<b](https://example.com/a.png)', '<p dir="auto">a&lt;b</p>\n'],
    [
      '[a](https://example.com/"onclick="x)',
      '<p dir="auto"><a href="https://example.com/&quot;onclick=&quot;x" rel="noopener noreferrer nofollow">a</a></p>\n',
    ],
    ['- [x] a', '<ul>\n<li>☑ a</li>\n</ul>\n'],
    ['{{ a }}', '<p dir="auto">&lt;i&gt; [x](javascript:x) www.example.com **</p>\n'],
  ])('for pages turns %j into safe HTML', async (template, shown) => {
    const a = '<i> [x](javascript:x)\nwww.example.com **';
    expect(await render(template, { a }, 'page')).toBe(shown);
  });

  test('limits the length of a date format', async () => {
    expect(await render(`{{ "2030-01-15" | date: "${'%Y'.repeat(50)}" }}`)).toBe('2030'.repeat(50));
    await expect(render(`{{ "2030-01-15" | date: "${'%Y'.repeat(51)}" }}`)).rejects.toThrow(ThreadRefused);
  });

  test('that runs too long is terminated, others are rendered meanwhile, and so is the next one', async () => {
    // The threads have started already, so that their start takes none of the deadline.
    await Promise.all([render('a'), render('b', {}, 'html', 'b')]);
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const ended = expect(render(slow.template, slow.view).finally(note('slow ended'))).rejects.toThrow(
      ThreadExhausted,
    );
    const after = render('{{ a }}', { a: 1 }, 'html', 'a', note('after it began'));
    const beside = render('{{ a }}', { a: 1 }, 'html', 'b', note('beside it began'));
    await Promise.all([ended, after, beside]);
    expect(order).toEqual(['beside it began', 'slow ended', 'after it began']);
  });

  test('that was rendered in time counts, even when the process was too busy to read the result', async () => {
    const hurried = createTemplates(200);
    await hurried.mails.run('a', { kind: 'text', template: 'x', view: {} });
    // The deadline passes between the response and the moment at which the process reads it.
    const rendered = hurried.mails.run('a', { kind: 'text', template: '{{ a }}', view: { a: 1 } }, () =>
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)),
    );
    expect(await rendered).toBe('1');
    await hurried.stop();
  });

  test('waits behind a limited number of templates of its organization', async () => {
    const many = Array.from({ length: 10 }, () => render('x', {}, 'html', 'c'));
    const answers = await Promise.allSettled(many);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 9 }, () => 'fulfilled'),
      'rejected',
    ]);
    await expect(many[9]).rejects.toThrow(ThreadsBusy);
  });

  test('that takes too long to parse is terminated and reported', async () => {
    const hasty = createTemplates(1);
    const given = ['{{ a }}'.repeat(7000), 'x', '{{a}}'.repeat(10_000)];
    const pointed = given.map((template, index) => ({ pointer: `/${index}`, template }));
    expect(await templateFindings(hasty.previews, 'a', pointed)).toEqual([
      { pointer: '/0', message: 'cannot be read: takes too long' },
      { pointer: '/2', message: 'cannot be read: takes too long' },
    ]);
    await hasty.stop();
  });

  test('that no thread has capacity for is refused with a 503 and retry-after', async () => {
    const full = { run: () => Promise.reject(new ThreadsBusy('too much waits already')) };
    const refused = templateFindings(full, 'a', [{ pointer: '/x', template: '{{ a }}' }]);
    await expect(refused).rejects.toMatchObject({
      definition: { status: 503 },
      headers: { 'retry-after': '1' },
    });
    expect(await templateFindings(full, 'a', [{ pointer: '/x', template: 'no braces' }])).toEqual([]);
  });

  test.each([
    '{{ a',
    '{% if a %}',
    '{{ a | raw }}',
    '{{ a | escape }}',
    '{{ a | nothing }}',
    '{% for x in (1..1000000000) %}{% endfor %}',
    '{% assign x = 1 %}',
    '{% capture x %}{% endcapture %}',
    '{% include "/etc/passwd" %}',
    '{% render "/etc/passwd" %}',
    '{% layout "/etc/passwd" %}',
    `${'x'.repeat(50_001)}`,
  ])('%s is not a template', async (template) => {
    expect(await problemOf(template)).toMatch(/^(is not a valid template: |must be at most )/);
  });
});
