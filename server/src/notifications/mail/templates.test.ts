import { describe, expect, test } from 'vitest';
import { renderHtml, renderText, templateProblem } from './templates.ts';

describe('a template', () => {
  test.each([
    ['{{ a }} {{ b.c }}', '&#60;i&#62; &#34;&#38;&#39;'],
    ['{% if a == "<i>" %}yes{% else %}no{% endif %}', 'yes'],
    ['{% unless nothing %}{{ nothing.at.all | default: "none" }}{% endunless %}', 'none'],
    ['{{ a | upcase | truncate: 3 }}', '&#60;I&#62;'],
    ['{{ b.constructor }}{{ b.__proto__ }}{{ a.constructor.name }}', ''],
  ])('%s shows values only, and as themselves', (template, shown) => {
    expect(templateProblem(template)).toBeUndefined();
    expect(renderHtml(template, { a: '<i>', b: { c: `"&'` } })).toBe(shown);
  });

  test('for text escapes nothing', () => {
    expect(renderText('{{ a }}', { a: '<i>' })).toBe('<i>');
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
  ])('%s is none', (template) => {
    expect(templateProblem(template.slice(0, 60_000))).toMatch(/^(is no template: |must be at most )/);
  });
});
