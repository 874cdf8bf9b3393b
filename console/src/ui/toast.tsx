import { useSyncExternalStore } from 'react';

type Toast = { id: number; text: string };

const shownMs = 6_000;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const put = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Confirms an action for a few seconds, in a corner of the window, and to screen readers. */
export function toast(text: string): void {
  const id = ++last;
  put([...toasts, { id, text }]);
  setTimeout(() => put(toasts.filter((one) => one.id !== id)), shownMs);
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The place of the toasts. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div role="status" className="pointer-events-none fixed right-4 bottom-4 z-30 grid gap-2">
      {shown.map(({ id, text }) => (
        <p key={id} className="rounded-md border border-line bg-float px-4 py-2.5 shadow-float">
          {text}
        </p>
      ))}
    </div>
  );
}
