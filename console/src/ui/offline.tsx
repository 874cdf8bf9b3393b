import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/**
 * A notice that the browser is offline, over the bottom of the page, so that the layout does not shift. Reads wait
 * until the connection is restored.
 */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div
      role="status"
      className={isOnline ? '' : 'fixed inset-x-0 bottom-0 z-30 border-t-2 border-bad bg-float px-6 py-2'}
    >
      {!isOnline &&
        'You are offline. The page shows the last known data and reloads when you are back online.'}
    </div>
  );
}
