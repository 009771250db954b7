import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { use } from 'react';
import { ActionButton } from '../shared/action.tsx';
import { Close } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';

/** A secret that the host shows only now: a key, a link, a signing secret. */
export function ShownOnce(props: { readonly title: string; readonly text: string; readonly secret: string }) {
  const { t } = useTexts('settings');
  return (
    <Stack>
      <Alert color="yellow" variant="light" icon={<IconEyeOff aria-hidden />} title={props.title} role="status">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{props.text}</Text>
          <Secret text={props.secret} />
          <CopyButton value={props.secret}>
            {({ copied, copy }) => (
              <ActionButton size="xs" variant="default" onClick={copy} icon={copied ? IconCheck : IconCopy}>
                {copied ? t('action.copied') : t('action.copy')}
              </ActionButton>
            )}
          </CopyButton>
        </Stack>
      </Alert>
      <Button onClick={use(Close)}>{t('action.done')}</Button>
    </Stack>
  );
}

/** A text to be copied: a click selects all of it. */
export function Secret({ text }: { readonly text: string }) {
  return (
    <Code display="block" p="xs" style={{ userSelect: 'all' }}>
      {text}
    </Code>
  );
}
