import { Alert, Button, CopyButton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

/** A secret that the host shows only now: a key, a link, a signing secret. */
export function ShownOnce(props: { readonly title: string; readonly text: string; readonly secret: string }) {
  const { t } = useTranslation('settings');
  return (
    <Alert color="yellow" variant="light" icon={<IconEyeOff aria-hidden />} title={props.title} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{props.text}</Text>
        <code className={classes.secret}>{props.secret}</code>
        <CopyButton value={props.secret}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            >
              {copied ? t('action.copied') : t('action.copy')}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
