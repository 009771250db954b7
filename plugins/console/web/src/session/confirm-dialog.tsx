import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../shared/dialog.tsx';
import { settleConfirmation, useConfirmationAsked } from '../shared/session-gate.ts';

const ConfirmForm = lazy(async () => ({ default: (await import('./confirm-form.tsx')).ConfirmForm }));

/**
 * Asks for a proof that it is the person who is signed in, before something is changed that gives access. The request
 * that needs it is sent again afterwards.
 */
export function ConfirmDialog() {
  const { t } = useTranslation('session');
  const asked = useConfirmationAsked();
  return (
    <Dialog
      opened={asked}
      onClose={() => settleConfirmation(false)}
      title={t('confirm.title')}
      // Above the dialog whose request asked for it.
      zIndex={250}
    >
      <ConfirmForm />
    </Dialog>
  );
}
