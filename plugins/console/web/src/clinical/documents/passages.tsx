import { Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './document.module.css';
import type { Document } from './document-query.ts';

/** The text of the document, page by page; what is cited is marked, and scrolled to. */
export function Passages({ document, cited }: { readonly document: Document; readonly cited: readonly string[] }) {
  const { t } = useTranslation('clinical');
  const box = useRef<HTMLElement>(null);
  const first = cited[0];
  useEffect(() => {
    if (first === undefined) return;
    box.current?.querySelector(`[data-id="${CSS.escape(first)}"]`)?.scrollIntoView({ block: 'center' });
  }, [first]);
  const pages = Map.groupBy(document.passages, ({ file, page }) => `${file} ${page}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={box} className={classes.passages} aria-label={t('document.text')} tabIndex={0}>
      {document.passages.length === 0 && <Text c="dimmed">{t('document.noText')}</Text>}
      {[...pages.values()].map((passages) => {
        const [{ file, page } = { file: 0, page: 1 }] = passages;
        return (
          <div key={`${file} ${page}`} className={classes.paper}>
            <Group justify="flex-end">
              <Text size="xs" c="dimmed">
                {t('document.page', { file: file + 1, page })}
              </Text>
            </Group>
            {passages.map(({ id, text }) => (
              <p key={id} data-id={id} data-cited={cited.includes(id)}>
                {text}
              </p>
            ))}
          </div>
        );
      })}
    </section>
  );
}
