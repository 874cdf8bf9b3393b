import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { metricsOf, readAlertRules, readRunbook } from './alerts.ts';

const rules = readAlertRules();
const runbook = readRunbook();

test('every alert rule has a summary, a description, and links its section of the runbook', () => {
  expect(rules.length).toBeGreaterThan(6);
  for (const { name, expression, annotations } of rules) {
    expect.soft(expression, name).not.toBe('');
    expect.soft(annotations, name).toEqual({
      summary: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\.$/),
      runbook_url: `docs/runbook.md#${name.toLowerCase()}`,
    });
  }
});

test('the runbook has exactly one section for each alert rule, in their order, with numbered steps', () => {
  expect([...runbook.keys()]).toEqual(rules.map(({ name }) => name));
  for (const [title, text] of runbook) expect.soft(text, title).toMatch(/^\n\n\w[\s\S]+\n1\. [\s\S]+\n2\. /);
});

test('operations.md lists the expressions of the alert rules', () => {
  const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const listed = [...operations.matchAll(/^\| (\w+) \| `([^`]+)` \|/gm)].map(([, name, expression]) => [
    `Tradepost${name}`,
    expression,
  ]);
  // Prometheus provides the metric about failed scrapes.
  const own = rules.filter(({ name }) => name !== 'TradepostDown');
  expect(listed).toEqual(own.map(({ name, expression }) => [name, expression]));
  expect(operations).toContain('(runbook.md)');
});

test('the metrics of an expression are distinguished from its labels, functions and durations', () => {
  expect(metricsOf('max by (kind) (jobs_waiting{kind=~"a|b"}) / sum(rate(jobs_total[5m])) > 1')).toEqual([
    'jobs_waiting',
    'jobs_total',
  ]);
});
