import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Notification } from '../translate.ts';
import { viewOf, withinBudget } from './content.ts';
import type { TemplateThreads } from './templates.ts';

describe('the price of an offer in a mail', () => {
  const priceOf = (info: object) => {
    const record = { info: { currency: 'USD', ...info } };
    const notification = { record, entityType: 'OFFER', entityName: 'Deal', toBuyers: {}, inMails: {} };
    const view = viewOf(notification as unknown as Notification, 'MEMBERS', 'Acme');
    return (view.offer as { price: string | undefined }).price;
  };

  test.each<[string, object, string | undefined]>([
    ['the sum of the payments', { paymentInstallments: [{ amount: 0.1 }, { amount: 0.2 }] }, '0.30 USD'],
    ['the only commit', { commits: [{ rate: 10 }] }, '10.00 USD'],
    ['the only commit, with its quantity', { commits: [{ rate: 10, quantity: 3 }] }, '10.00 USD × 3'],
    ['absent where the only commit has no rate', { commits: [{ quantity: 3 }] }, undefined],
    ['absent where there are several commits', { commits: [{ rate: 10 }, { rate: 20 }] }, undefined],
    ['absent where there is no commit', { commits: [] }, undefined],
  ])('is %s', (_, info, expected) => {
    expect(priceOf(info)).toBe(expected);
  });
});

describe('the time budget for an organization’s own templates', () => {
  afterEach(() => void vi.restoreAllMocks());

  /**
   * Renders some templates one after the other, each taking the given time; returns how many were rendered.
   */
  const renderedOf = async (...durationsMs: number[]) => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const run: TemplateThreads['run'] = async (_owner, _task, onBegun) => {
      onBegun?.();
      now += durationsMs.shift() ?? 0;
      return 'rendered';
    };
    const render = withinBudget({ run } as TemplateThreads, 'org_a');
    const rendered: (string | undefined)[] = [];
    for (const _ of [...durationsMs])
      rendered.push(await render('subjectOverride', 'text', '{{ title }}', {}));
    return rendered.filter((text) => text !== undefined).length;
  };

  test.each<[string, number[], number]>([
    ['all templates that begin within two seconds', [500, 500, 999, 500], 4],
    ['none that begins after two seconds, to the millisecond', [1000, 1000, 0], 2],
    ['none after one that exceeded it', [1500, 1500, 0, 0], 2],
  ])('is enough for %s', async (_, durationsMs, expected) => {
    expect(await renderedOf(...durationsMs)).toBe(expected);
  });
});
