import type { ButtonProps, ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action.tsx';
import { LazyModal } from './overlays.tsx';

/** A dialog over the page. Its button to close it has a name in the language of the page. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  const wasOpened = useRef(false);
  wasOpened.current ||= props.opened;
  if (!wasOpened.current) return null;
  return (
    <Suspense>
      <LazyModal closeButtonProps={{ 'aria-label': t('action.close') }} {...props} />
    </Suspense>
  );
}

/** A button that opens a dialog of the same name. */
export function DialogButton(props: {
  readonly text: string;
  readonly title?: string;
  readonly icon: Icon;
  readonly size?: 'lg' | 'xl';
  readonly variant?: 'default';
  readonly button?: Pick<ButtonProps, 'size' | 'variant'> & { readonly 'aria-label'?: string };
  readonly children: (close: () => void) => ReactNode;
}) {
  const { text, title = text, icon, size = 'md', variant = 'filled', children } = props;
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <ActionButton icon={icon} variant={variant} onClick={open} {...props.button}>
        {text}
      </ActionButton>
      <Dialog opened={opened} onClose={close} title={title} size={size}>
        {children(close)}
      </Dialog>
    </>
  );
}
