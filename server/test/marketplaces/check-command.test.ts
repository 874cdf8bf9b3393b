import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { marketplaceCommands } from '../../src/cli/marketplace-commands.ts';
import type { Connector } from '../../src/marketplaces/index.ts';
import { integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { purchaseOf, startWorld as startMkBWorld } from './mkB/world.fixture.ts';
import { startWorld as startMkCWorld } from './mkC/world.fixture.ts';

type Ground = {
  partner: string;
  connector: Connector;
  settings: { info: object; credentials: object };
  operations(): string[];
  /** Takes away the permission to read agreements. */
  forbid(): void;
  stop(): Promise<void>;
};

const grounds: [string, () => Promise<Ground>][] = [
  [
    'MKB',
    async () => {
      const { service, connector, newSeller, stop } = await startMkBWorld();
      const seller = newSeller();
      purchaseOf(service, seller.addProduct({ plans: [{ planId: 'seats', isPricePerSeat: true }] }));
      const operations = () => service.log.calls.map(({ operation }) => operation);
      const forbid = () => service.forbid(seller.app, 'marketplace');
      const settings = seller.settings as Ground['settings'];
      return { partner: 'MKB', connector, settings, operations, forbid, stop };
    },
  ],
  [
    'MKC',
    async () => {
      const { service, connector, newSeller, stop } = await startMkCWorld();
      const seller = await newSeller();
      service.buyerPurchases(seller.addProduct());
      const operations = () => service.log.calls.map(({ operation }) => operation);
      const forbid = () => service.forbid(seller.account, 'procurement');
      return { partner: 'MKC', connector, settings: seller.settings, operations, forbid, stop };
    },
  ],
];

describe.each(grounds)('`tradepost marketplace check %s`', (partner, start) => {
  let ground: Ground;
  let app: TestApp;
  beforeAll(async () => {
    ground = await start();
    app = await startTestApp({ connectors: new Map([[partner, ground.connector]]) });
  });
  afterAll(async () => {
    await app.stop();
    await ground.stop();
  });
  afterEach(() => {
    process.exitCode = 0;
  });

  /** Runs the command. @returns its lines, and the exit code */
  const run = async (...options: string[]) => {
    const lines: string[] = [];
    const program = new Command();
    marketplaceCommands(
      program,
      (work) => work(app.app),
      (line) => void lines.push(line),
    );
    await program.parseAsync(['marketplace', 'check', partner.toLowerCase(), ...options], { from: 'user' });
    return { lines, code: process.exitCode ?? 0 };
  };

  test('needs an integration', async () => {
    await expect(run()).rejects.toThrow(`no organization has an integration with ${partner}`);
  });

  test('only reads, and exits with 1 if a permission is missing', async () => {
    const org = await app.organization({ environment: 'PROD' });
    const { settings } = ground;
    const made = await integrationOf(app, org, partner).create(settings.credentials, settings.info);
    expect(made.status, made.text).toBe(200);
    const before = ground.operations().length;
    const { lines, code } = await run();
    expect(lines[0]).toBe(`${partner} of ${org.id}, read-only checks:`);
    expect([lines.filter((line) => line.startsWith('FAILED')), code]).toEqual([[], 0]);
    expect(lines.some((line) => line.startsWith('passed\tlistAgreements: '))).toBe(true);
    for (const operation of ground.operations().slice(before))
      expect(operation).toMatch(/^(token|keys|list|get|query|check)/);
    ground.forbid();
    const denied = await run('--json', '--organization', org.id);
    expect(denied.code).toBe(1);
    const checks = denied.lines.map((line) => JSON.parse(line));
    expect(checks).toContainEqual(expect.objectContaining({ name: 'listAgreements', passed: false }));
  });
});
