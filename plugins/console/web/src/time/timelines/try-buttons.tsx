import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { noPreview, type Preview } from './preview.ts';

/** The buttons to try a change, which shows what it would bring about, and to give it up. */
export function TryButtons(props: {
  readonly trying: boolean;
  readonly onPreview: (preview: Preview) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('time');
  const giveUp = () => {
    props.onPreview(noPreview);
    props.onClose();
  };
  return (
    <Group gap="xs">
      <Button type="submit" loading={props.trying}>
        {t('change.try')}
      </Button>
      <Button variant="default" onClick={giveUp}>
        {t('action.cancel')}
      </Button>
    </Group>
  );
}
