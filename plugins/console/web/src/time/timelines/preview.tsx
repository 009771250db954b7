import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TimelineEvent } from './timeline-event.ts';

/** What the axis shows of a change that is tried, before it is made. */
export interface Preview {
  readonly affected: ReadonlySet<string>;
  readonly paths: readonly { readonly ids: readonly string[]; readonly tone: 'bad' | 'accent' }[];
  /** Where events would move to, in milliseconds since 1970. */
  readonly moves: ReadonlyMap<string, number>;
}

export const noPreview: Preview = { affected: new Set(), paths: [], moves: new Map() };

/** Of a form that changes an event: it is tried first. */
export interface ChangeProps {
  readonly event: TimelineEvent;
  readonly timeline: string;
  readonly byId: ReadonlyMap<string, TimelineEvent>;
  readonly onSelect: (id: string) => void;
  readonly onPreview: (preview: Preview) => void;
  readonly onClose: () => void;
}

/** The buttons to try a change, which shows what it would bring about, and to give it up. */
export function TryButtons(props: Pick<ChangeProps, 'onPreview' | 'onClose'> & { readonly trying: boolean }) {
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
