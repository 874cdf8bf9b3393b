import { inSpan, isRecording } from '../platform/observability/trace.ts';
import type { AdapterRegistry, MarketplaceAdapter } from './adapter.ts';

/** Adapter members without a span: members that make no call, and the long poll of the queue. */
const known = new Set<PropertyKey>([
  'describe',
  'validateOfferSet',
  'verifyNotification',
  'pullNotifications',
]);

/** Wraps the registry so that the calls of its adapters are recorded as spans, if tracing is enabled. */
export const withSpans = (registry: AdapterRegistry): AdapterRegistry => ({
  ...registry,
  find: (organization, partner) => {
    const adapter = registry.find(organization, partner);
    return adapter && isRecording() ? traceAdapter(adapter, partner) : adapter;
  },
});

const traceAdapter = (adapter: MarketplaceAdapter, partner: string): MarketplaceAdapter =>
  new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || known.has(name)) return member;
      const start = () => ({
        name: `marketplace ${String(name)}`,
        kind: 'client' as const,
        facts: { 'tradepost.marketplace': partner },
      });
      return (...given: unknown[]) => inSpan(start, async () => member.apply(target, given));
    },
  });
