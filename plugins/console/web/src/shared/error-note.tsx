import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from './api-error.ts';
import { Notice } from './notice.tsx';

/** Says what went wrong, in the words of the API, each with the field that it belongs to. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  const unreachable = error instanceof ApiError && error.status === 0;
  return (
    <Notice
      role="alert"
      tone="bad"
      icon={unreachable ? IconPlugConnectedX : IconAlertTriangle}
      title={unreachable ? t('error.unreachable') : t('error.title')}
    >
      {unreachable ? (
        <Text size="sm">{t('error.unreachableText')}</Text>
      ) : (
        linesOf(error).map((line) => (
          <Text size="sm" key={line}>
            {line}
          </Text>
        ))
      )}
      {onRetry !== undefined && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </Notice>
  );
}

function linesOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [error instanceof Error ? error.message : String(error)];
  if (error.issues.length === 0) return [`${error.code} (${error.status})`];
  return error.issues.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
}
