import { setTimeout as delay } from 'node:timers/promises';
import {
  MarketplaceError,
  type Notification,
  type PulledNotification,
  type RawNotification,
  type Subject,
} from '../src/marketplaces/index.ts';
import type { AdapterPart } from './adapter-double.ts';

type Message = { receipt: string; body: string; taken: boolean };

/** A seller's queue at a marketplace. Messages that are not acknowledged are delivered again. */
export class QueueDouble {
  messages: Message[] = [];
  /** Acknowledged receipts, in order. */
  acknowledged: string[] = [];
  /** Number of reads. */
  pulls = 0;
  /** Methods of the verified notifications. */
  methods: string[] = [];
  /** Errors for the next reads, one error per read. */
  failures: Error[] = [];
  /** Called before an acknowledgement is accepted. */
  beforeAcknowledge: (receipts: readonly string[]) => Promise<void> = async () => {};
  /** Wait of a read of an empty queue. */
  waitMs = 0;
  /** Number of waiting reads. */
  waiting = 0;
  #next = 1;

  /** Puts a notification into the queue and returns its receipt. */
  put(notification: { id: string; subjects: readonly Subject[] } | string): string {
    const receipt = `r${this.#next++}`;
    const body = typeof notification === 'string' ? notification : JSON.stringify(notification);
    this.messages.push({ receipt, body, taken: false });
    return receipt;
  }

  /** Makes unacknowledged messages available again. */
  redeliver(): void {
    for (const message of this.messages) message.taken = false;
  }

  async pull(signal: AbortSignal): Promise<PulledNotification[]> {
    this.pulls++;
    const failure = this.failures.shift();
    if (failure) throw failure;
    const free = () => this.messages.filter(({ taken }) => !taken).slice(0, 10);
    const until = performance.now() + this.waitMs;
    this.waiting++;
    try {
      while (free().length === 0 && performance.now() < until) await delay(5, undefined, { signal });
    } finally {
      this.waiting--;
    }
    return free().map((message) => {
      message.taken = true;
      const raw = { method: 'PULL', query: '', headers: {}, rawBody: message.body } as const;
      return { receipt: message.receipt, raw };
    });
  }

  async acknowledge(receipts: readonly string[]): Promise<void> {
    await this.beforeAcknowledge(receipts);
    this.acknowledged.push(...receipts);
    this.messages = this.messages.filter(({ receipt }) => !receipts.includes(receipt));
  }

  /** Accepts only pulled notifications as genuine, because the messages have no signature. */
  async verify({ method, rawBody }: RawNotification): Promise<Notification> {
    this.methods.push(method);
    if (method !== 'PULL') throw new MarketplaceError('not from the queue', { kind: 'refused' });
    if (rawBody === 'refused') throw new MarketplaceError('not understood', { kind: 'refused' });
    if (rawBody === 'unreachable') throw new MarketplaceError('no keys', { kind: 'unreachable' });
    return JSON.parse(rawBody) as Notification;
  }

  adapter(): AdapterPart {
    return {
      pullNotifications: (signal) => this.pull(signal),
      acknowledgeNotifications: (receipts) => this.acknowledge(receipts),
      verifyNotification: (raw) => this.verify(raw),
    };
  }
}
