import {
  type AiOff,
  findAiBillingParty,
  readAiSwitch,
  switchAiOff,
  switchAiOn,
} from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { billJob, billTimeOf } from './bill-job-definition.ts';
import { type Cents, centsOf } from './charge.ts';
import { capMail } from './mails.ts';
import { monthOf, startOfMonth } from './months.ts';
import { beginMonth, noteCost, readStanding, type Standing, takeCall } from './store.ts';

/** A call of a language model that may be made: what it costs is settled by its id. */
export type AiReservation = { id: string };

/** OFF: AI features are off. BUSY: there is no room while other calls are under way, and may be when they have ended. */
export type AiRefusal = 'OFF' | 'BUSY' | 'SPENDING_CAP_REACHED';

/**
 * Reserves the most that a call of a language model may cost, before it is made (R11): checked against switch, credit and cap
 * in one statement. A call that has no room in what is left of the month reaches the cap: AI features are off then, and the
 * organization is notified. A transaction of its own, which is to commit also where the call is refused: other calls wait for it.
 */
export async function reserve(
  scope: OrgTransaction,
  { worstCase }: { worstCase: Cents },
): Promise<{ reservation: AiReservation } | { refused: AiRefusal }> {
  const id = scope.newId('air');
  const cents = centsOf(worstCase);
  const taken = await takeCall(scope, id, cents);
  if (!taken) return { refused: await refuse(scope, cents) };
  if (taken.first) await scheduleBill(scope);
  if (taken.lapsed) await switchAiOn(scope, startOfMonth(taken.month));
  return { reservation: { id } };
}

/** Why AI features are off at this moment; nothing where they are on, also where a reservation would switch them on again. */
export const readOff = (scope: OrgTransaction): Promise<AiOff | undefined> =>
  readAiSwitch(scope, startOfMonth(monthOf(scope.now)));

/**
 * Settles what a call cost, in its month, at most what was reserved for it. A second time changes nothing. A call that is never
 * settled is charged what was reserved.
 * @param cost 'UNKNOWN': the answer was lost, and what was reserved stays charged
 */
export async function settle(
  scope: OrgTransaction,
  { id }: AiReservation,
  cost: Cents | 'UNKNOWN',
): Promise<void> {
  const settled = await noteCost(scope, id, cost === 'UNKNOWN' ? null : centsOf(cost));
  if (settled?.month !== monthOf(scope.now)) return;
  const standing = await readStanding(scope);
  if (standing && isUsedUp(standing)) await reachCap(scope);
}

async function refuse(scope: OrgTransaction, worstCase: string): Promise<AiRefusal> {
  const standing = await readStanding(scope);
  if (!standing?.enabled) return 'OFF';
  if (hasRoomLater(standing, worstCase)) return 'BUSY';
  await reachCap(scope);
  return 'SPENDING_CAP_REACHED';
}

/** Whether there is room if the calls that are under way cost nothing. */
const hasRoomLater = ({ most, used, reserved, under_way }: Standing, worstCase: string): boolean =>
  most === null || new Exact(used).plus(reserved).minus(under_way).plus(worstCase).lessThanOrEqualTo(most);

const isUsedUp = ({ most, used }: Standing): boolean =>
  most !== null && new Exact(used).greaterThanOrEqualTo(most);

async function reachCap(scope: OrgTransaction): Promise<void> {
  const month = monthOf(scope.now);
  if (await beginMonth(scope)) await scheduleBill(scope);
  if (!(await switchAiOff(scope, startOfMonth(month)))) return;
  const { name, email } = await findAiBillingParty(scope);
  if (!email) return;
  const mail = { id: scope.newId('mai'), now: scope.wallNow, sentFor: scope.organizationId };
  await scope.query(queueMail({ ...mail, ...capMail({ to: email, organization: name, month }) }));
}

/** A month that was begun is billed after its end, and its end switches on again what the cap switched off. */
async function scheduleBill(scope: OrgTransaction): Promise<void> {
  const month = monthOf(scope.now);
  await scope.query(enqueue(scope, billJob, { month }, { at: billTimeOf(month) }));
}
