import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { AuditReport } from '../auditing/wiring.ts';

/** Modules that are loaded only when a command runs, so that help output is fast. */
const auditing = () => import('../auditing/index.ts');

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;

const collect = (value: string, before: string[]) => [...before, value];

/** Adds `tradepost audit …`, the operator's commands for the audit trail. */
export function auditCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('audit').description('audit trails');
  verifyCommand(group, withApp, print);
  group
    .command('head')
    .description('print the signed head of each chain; keep it outside of the database')
    .option('--org <orgId>', 'only this organization')
    .action(({ org }: { org?: string }) =>
      withApp(async (app) => {
        const { listHeads, toHeadsText } = await auditing();
        print(toHeadsText(app.auditKey, await listHeads(app.database, org)));
      }),
    );
  group
    .command('key')
    .description('print the public key of the signatures')
    .action(() => withApp(async ({ auditKey }) => print(auditKey.publicKey)));
  group
    .command('prune')
    .description('remove old entries and write a signed checkpoint')
    .requiredOption('--before <date>', 'date or RFC 3339 time; older entries are removed')
    .option('--org <orgId>', 'only this organization')
    .option(
      '--public-key <key>',
      'an earlier public key that is not in the database; can be repeated',
      collect,
      [],
    )
    .action(async ({ before, org, publicKey }: { before: string; org?: string; publicKey: string[] }) => {
      const { millisecondsOf } = await import('../platform/records/fields.ts');
      const milliseconds = millisecondsOf(before);
      if (milliseconds === undefined) throw new Error('--before must be a date or an RFC 3339 time');
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
    .description('permanently erase the records of an entry; the entry is kept')
    .requiredOption('--org <orgId>', 'organization')
    .requiredOption('--event <id>', 'entry to erase')
    .action(({ org, event }: { org: string; event: string }) =>
      withApp(async (app) => {
        await (await auditing()).eraseEvent(app, org, event);
        print(`${event} has been erased.`);
      }),
    );
}

type VerifyOptions = { org?: string; heads?: string; publicKey: string[]; json?: boolean };

function verifyCommand(group: Command, withApp: WithApp, print: Print): void {
  group
    .command('verify')
    .description(
      'report entries that were changed, removed, added or truncated; exits with 1 if there are any',
    )
    .option('--org <orgId>', 'only this organization')
    .option('--heads <file>', 'compare with this output of "audit head"')
    .option(
      '--public-key <key>',
      'an earlier public key that is not in the database; can be repeated',
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
    `${organizationId}: ${count} entries sealed${count > 0 ? `, ${from} to ${to}` : ''}` +
      `${erased > 0 ? `, ${erased} of them erased` : ''}; ` +
      (wrong > 0 ? `${wrong} INVALID` : 'no problems found'),
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
