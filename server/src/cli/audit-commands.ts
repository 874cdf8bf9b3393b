import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { AuditReport } from '../auditing/index.ts';

/** Loaded when a command runs: what only lists the commands does not wait for it. */
const auditing = () => import('../auditing/index.ts');

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;

const collect = (value: string, before: string[]) => [...before, value];

/** `tradepost audit …`: what an operator does with the audit trail. */
export function auditCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('audit').description('the audit trail of each organization');
  verifyCommand(group, withApp, print);
  group
    .command('head')
    .description('print how far each chain goes, signed: keep it where the database cannot be reached from')
    .option('--org <orgId>', 'of this organization only')
    .action(({ org }: { org?: string }) =>
      withApp(async (app) => {
        const { listHeads, toHeadsText } = await auditing();
        print(toHeadsText(app.auditKey, await listHeads(app.database, org)));
      }),
    );
  group
    .command('key')
    .description('print the public key that chains are signed with')
    .action(() => withApp(async ({ auditKey }) => print(auditKey.publicKey)));
  group
    .command('prune')
    .description('remove old entries, and leave a signed checkpoint')
    .requiredOption('--before <date>', 'remove what is older: a date, or an RFC 3339 time')
    .option('--org <orgId>', 'of this organization only')
    .option(
      '--public-key <key>',
      'a key that was used earlier and that the database does not have; may be repeated',
      collect,
      [],
    )
    .action(async ({ before, org, publicKey }: { before: string; org?: string; publicKey: string[] }) => {
      const { millisecondsOf } = await import('../platform/records/fields.ts');
      const milliseconds = millisecondsOf(before);
      if (milliseconds === undefined) throw new Error('--before must be a date, or an RFC 3339 time');
      return withApp(async (app) => {
        const { createVerifier, listHeads, pruneAudit, trustedPublicKeys } = await auditing();
        const known = await trustedPublicKeys(app.database, app.auditKey);
        const verifies = createVerifier([...known, ...publicKey]);
        const deps = { ...app, key: app.auditKey };
        const organizations = org
          ? [org]
          : (await listHeads(app.database)).map((head) => head.organizationId);
        for (const organizationId of organizations) {
          const removed = await pruneAudit(deps, organizationId, new Date(milliseconds), verifies);
          print(`${organizationId}: ${removed} entries removed.`);
        }
      });
    });
  group
    .command('erase')
    .description('take the records out of an entry for good; the entry stays')
    .requiredOption('--org <orgId>')
    .requiredOption('--event <id>')
    .action(({ org, event }: { org: string; event: string }) =>
      withApp(async (app) => {
        await (await auditing()).eraseEvent(app, org, event);
        print(`${event} is erased.`);
      }),
    );
}

type VerifyOptions = { org?: string; heads?: string; publicKey: string[]; json?: boolean };

function verifyCommand(group: Command, withApp: WithApp, print: Print): void {
  group
    .command('verify')
    .description(
      'find what was changed, removed, added or cut off; the exit status is 1 when there is anything',
    )
    .option('--org <orgId>', 'of this organization only')
    .option('--heads <file>', 'compare with what "audit head" printed earlier')
    .option(
      '--public-key <key>',
      'a key that was used earlier and that the database does not have; may be repeated',
      collect,
      [],
    )
    .option('--json', 'print JSON, one line for each organization')
    .action((options: VerifyOptions) =>
      withApp(async (app) => {
        const { createVerifier, fromHeadsText, trustedPublicKeys, verifyAudit } = await auditing();
        const kept = options.heads ? fromHeadsText(await readFile(options.heads, 'utf8')) : undefined;
        const known = await trustedPublicKeys(app.database, app.auditKey);
        const keys = [...known, ...options.publicKey, ...(kept ? [kept.publicKey] : [])];
        const keptHeads = kept?.heads.filter((head) => !options.org || head.organizationId === options.org);
        const check = { organizationId: options.org, verifies: createVerifier(keys) };
        let wrong = 0;
        for await (const report of verifyAudit(app.database, {
          ...check,
          ...(keptHeads ? { keptHeads } : {}),
        })) {
          wrong += report.wrong;
          print(options.json ? JSON.stringify(report) : reportText(report));
        }
        if (wrong > 0) process.exitCode = 1;
      }),
    );
}

function reportText(report: AuditReport): string {
  const { organizationId, from, to, findings, wrong, erased, unsealed } = report;
  const count = to - from + 1;
  const lines = [
    `${organizationId}: ${count} entries sealed${count > 0 ? `, ${from} to ${to}` : ''}${erased > 0 ? `, ${erased} of them erased` : ''}; ` +
      (wrong > 0 ? `${wrong} WRONG` : 'nothing is wrong'),
    ...findings.map(({ kind, message, position, eventId }) => {
      const where = [position === undefined ? [] : `position ${position}`, eventId ?? []].flat().join(', ');
      return `  ${kind.toUpperCase()} ${where}: ${message}`;
    }),
  ];
  if (wrong > findings.length) lines.push(`  … and ${wrong - findings.length} more`);
  if (unsealed.count > 0)
    lines.push(
      `  not sealed yet: ${unsealed.count}, from ${unsealed.firstEventId} on, the oldest of ${unsealed.since}`,
    );
  return lines.join('\n');
}
