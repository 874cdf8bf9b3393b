import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';

afterAll(() => vi.unstubAllEnvs());

test('the first of a month is the same day for readers west of Greenwich', async () => {
  vi.stubEnv('TZ', 'America/St_Johns');
  const { Time } = await import('../src/ui/time.tsx');
  const shown = (at: string, only: 'day' | 'utcDay') =>
    renderToStaticMarkup(createElement(Time, { at, only })).replaceAll(/<[^>]*>/g, '');
  expect(shown('2027-01-01T00:00:00.000Z', 'day')).toContain('2026');
  expect(shown('2027-01-01T00:00:00.000Z', 'utcDay')).toContain('2027');
  expect(shown('2027-01-01', 'utcDay')).toContain('2027');
});
