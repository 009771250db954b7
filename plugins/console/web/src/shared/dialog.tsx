import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A dialog over the page. Its button to close it has a name in the language of the page. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  return <Modal closeButtonProps={{ 'aria-label': t('action.close') }} {...props} />;
}
