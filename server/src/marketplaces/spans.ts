import { inSpan, isRecording } from '../platform/observability/trace.ts';
import type { AdapterRegistry, MarketplaceAdapter } from './adapter.ts';

/** The members that an adapter knows without asking anybody; and the one that mostly waits. */
const known = new Set<PropertyKey>([
  'describe',
  'validateOffer',
  'validateOfferSet',
  'verifyNotification',
  'pullNotifications',
]);

/** The registry, whose adapters' calls are parts of traces where those are recorded. */
export const withSpans = (registry: AdapterRegistry): AdapterRegistry => ({
  ...registry,
  find: (organization, partner) => {
    const adapter = registry.find(organization, partner);
    return adapter && isRecording() ? spanned(adapter, partner) : adapter;
  },
});

const spanned = (adapter: MarketplaceAdapter, partner: string): MarketplaceAdapter =>
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
