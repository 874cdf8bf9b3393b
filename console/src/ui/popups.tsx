import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button, IconButton, Row, Stack } from './controls.tsx';
import type { MenuItem, MenuProps } from './menu.tsx';
import { Failure } from './states.tsx';

const veil = 'fixed inset-0 z-20 bg-veil';
const frame =
  'fixed left-1/2 z-20 -translate-x-1/2 overflow-auto rounded-lg border border-line bg-float shadow-float';
const usual = 'top-[12vh] w-[min(32rem,calc(100vw-2rem))] max-h-[80vh]';
const popup = `${frame} ${usual} p-5`;

export type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  isPending: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

export const ConfirmPopup = ({
  title,
  children,
  action,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={veil} />
      <AlertDialog.Popup className={popup}>
        <Stack>
          <AlertDialog.Title className="text-lg">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          {error !== undefined && error !== null && <Failure error={error} />}
          <Row>
            <Button kind="danger" disabled={isPending} onClick={onConfirm}>
              {action}
            </Button>
            <Button onClick={onClose}>Keep</Button>
          </Row>
        </Stack>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);

export type DialogProps = {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** `drawer` is at the left edge of the window; `palette` has no visible title and no padding. */
  kind?: 'drawer' | 'palette';
  /** Whether the dialog has room for a form with many fields. */
  isWide?: boolean;
  /** The element that receives the focus first; by default the first button or input. */
  firstFocus?: RefObject<HTMLElement | null>;
};

const looks = {
  plain: popup,
  drawer:
    'fixed inset-y-0 left-0 z-20 w-[min(17rem,85vw)] overflow-auto border-r border-line bg-side shadow-float',
  palette: `${frame} ${usual}`,
  wide: `${frame} top-[6vh] w-[min(46rem,calc(100vw-2rem))] max-h-[88vh] p-5`,
} as const;

export const DialogPopup = ({ title, children, onClose, kind, isWide, firstFocus }: DialogProps) => (
  <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={veil} />
      <Dialog.Popup
        className={looks[kind ?? (isWide ? 'wide' : 'plain')]}
        {...(firstFocus ? { initialFocus: firstFocus } : {})}
      >
        {kind ? (
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
        ) : (
          <div className="mb-4 flex items-start justify-between gap-4">
            <Dialog.Title className="text-lg">{title}</Dialog.Title>
            <IconButton icon={X} label="Close" className="-mt-1 -mr-2" onClick={onClose} />
          </div>
        )}
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

/** The menu of `menu.tsx`, opened as soon as its code is loaded. */
export const MenuPopup = ({ label, trigger, className, items, title }: MenuProps) => (
  <Menu.Root defaultOpen>
    <Menu.Trigger className={className} aria-label={label} title={title}>
      {trigger}
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner className="z-20" sideOffset={4} align="start">
        <Menu.Popup className="max-h-[70vh] max-w-[min(22rem,90vw)] min-w-48 overflow-auto rounded-md border border-line bg-float p-1 shadow-float outline-none">
          {items.map((item) => (
            <Item key={item.key ?? item.label} item={item} />
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);

const itemLook =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1 text-start text-ink no-underline outline-none data-highlighted:bg-raised';

function Item({ item }: { item: MenuItem }) {
  const { label, icon: Icon, href, onSelect, reason, checked, closes = false, isSeparated } = item;
  const content = (
    <>
      {Icon && <Icon size={16} aria-hidden="true" className="shrink-0 text-quiet" />}
      <span className={`min-w-0 wrap-anywhere ${reason ? 'text-quiet' : ''}`}>
        {label}
        {reason && <span className="block text-xs">{reason}</span>}
      </span>
    </>
  );
  return (
    <>
      {isSeparated && <Menu.Separator className="my-1 h-px bg-line" />}
      {checked === undefined ? (
        <Menu.Item
          className={itemLook}
          {...(href ? { render: <a href={href}>{label}</a> } : {})}
          onClick={onSelect}
          {...(reason ? { 'aria-disabled': true, closeOnClick: false } : {})}
        >
          {content}
        </Menu.Item>
      ) : (
        <Menu.CheckboxItem
          className={itemLook}
          checked={checked}
          onCheckedChange={onSelect}
          closeOnClick={closes}
        >
          <span className="w-4 shrink-0 text-accent">
            <Menu.CheckboxItemIndicator>✓</Menu.CheckboxItemIndicator>
          </span>
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Menu.CheckboxItem>
      )}
    </>
  );
}
