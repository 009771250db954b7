import { Modal, type ModalProps } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { OverlayTools } from './overlays.tsx';

export function OverlayHosts({ onReady }: { readonly onReady: (tools: OverlayTools) => void }) {
  useEffect(() => onReady({ modals, notifications }), [onReady]);
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" />
    </>
  );
}

/** A dialog that may be there opened at once: it gives the focus back only if it saw itself being opened. */
export function OpenedModal({ opened, ...props }: ModalProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return <Modal opened={isShown} {...props} />;
}
