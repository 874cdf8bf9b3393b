import { useSyncExternalStore } from 'react';
import styles from './offline.module.css';

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** Says that the browser is offline, over the end of the page: nothing moves. What is read waits until it is back. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={isOnline ? '' : styles.offline}>
      {!isOnline && 'You are offline. What you see was read before; it is read again once you are back.'}
    </div>
  );
}
