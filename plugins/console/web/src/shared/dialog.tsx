import type { ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { createContext, type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action.tsx';
import { LazyModal } from './overlays.tsx';

/** Closes what a form stands in, which is given up or sent then; undefined on a page, where it stays. */
export const Close = createContext<(() => void) | undefined>(undefined);

/** A dialog over the page. Its button to close it has a name in the language of the page. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  const wasOpened = useRef(false);
  wasOpened.current ||= props.opened;
  if (!wasOpened.current) return null;
  return (
    <Close value={props.onClose}>
      <Suspense>
        <LazyModal closeButtonProps={{ 'aria-label': t('action.close') }} {...props} />
      </Suspense>
    </Close>
  );
}

/** A button that opens a dialog of the same name, or of another `title`. */
export function DialogButton(props: {
  readonly text: string;
  readonly title?: string;
  /** Says to which of several things it belongs, and is the title too. */
  readonly name?: string;
  readonly icon: Icon;
  readonly size?: 'lg' | 'xl';
  readonly variant?: 'default' | 'light';
  /** Whether it stands in a row, beside other small buttons. */
  readonly small?: boolean;
  readonly children: ReactNode;
}) {
  const { text, name, title = name ?? text, icon, size = 'md', children } = props;
  const { variant = props.small ? 'default' : 'filled' } = props;
  const look = { icon, variant, ...(props.small && { size: 'xs' }), ...(name !== undefined && { 'aria-label': name }) };
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <ActionButton {...look} onClick={open}>
        {text}
      </ActionButton>
      <Dialog opened={opened} onClose={close} title={title} size={size}>
        {children}
      </Dialog>
    </>
  );
}
