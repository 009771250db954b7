import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../shared/dialog.tsx';
import { keysOfScreen, type ScreenKey } from '../shared/keys.ts';

/** The keys that can be pressed now: first those of the screen. */
export function KeysDialog(props: { readonly everywhere: readonly ScreenKey[]; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const own = keysOfScreen();
  const general = props.everywhere.filter(({ key }) => own.every((each) => each.key !== key));
  return (
    <Dialog opened onClose={props.onClose} title={t('keys.title')}>
      <Stack component="ul" gap="xs" p={0} m={0}>
        {[...own, ...general].map(({ key, text }) => (
          <Group component="li" key={key + text} justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <Kbd style={{ whiteSpace: 'nowrap' }}>{nameOf(key, t)}</Kbd>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}

/** As it stands on a keyboard. */
function nameOf(key: string, t: ReturnType<typeof useTranslation>['t']): string {
  return key
    .split('+')
    .map((part) => t(`keys.of.${part}`, { defaultValue: part }))
    .join(' ');
}
