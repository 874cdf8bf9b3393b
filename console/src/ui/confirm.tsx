import { lazy, Suspense } from 'react';
import type { ConfirmProps } from './confirm-dialog.tsx';
import { Loading } from './states.tsx';

const load = () => import('./confirm-dialog.tsx');
const Dialog = lazy(async () => ({ default: (await load()).ConfirmDialog }));

// The code of dialogs has a tenth of a page's size, and few users need dialogs. The code is loaded on the first
// interaction with a page that has dialogs, so that it is ready in time. `Dialog` reports a failure.
const prepare = () => void load().catch(() => {});
for (const kind of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(kind, prepare, { once: true, passive: true });

/** A confirmation dialog for an irreversible action. */
export const Confirm = (props: ConfirmProps) => (
  <Suspense fallback={<Loading />}>
    <Dialog {...props} />
  </Suspense>
);
