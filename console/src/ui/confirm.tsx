import { lazy, Suspense } from 'react';
import type { ConfirmProps } from './confirm-dialog.tsx';
import { Loading } from './states.tsx';

const load = () => import('./confirm-dialog.tsx');
const Dialog = lazy(async () => ({ default: (await load()).ConfirmDialog }));

// What dialogs are made of is a tenth of a page, and needed by few: it is loaded once somebody does anything on a page that
// can ask, so that it is there before it is asked for, and not sent to whoever only looks. `Dialog` shows a failure.
const prepare = () => void load().catch(() => {});
for (const kind of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(kind, prepare, { once: true, passive: true });

/** Asks before something is done that cannot be taken back. */
export const Confirm = (props: ConfirmProps) => (
  <Suspense fallback={<Loading />}>
    <Dialog {...props} />
  </Suspense>
);
