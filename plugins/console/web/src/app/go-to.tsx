import '@mantine/spotlight/styles.css';
import { Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { nameOf, screenOf } from '../clinical/records.ts';
import { useSession } from '../session/session.ts';
import { useSettingsParts } from '../settings/settings-layout.tsx';
import { api } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import { keysOfScreen, type ScreenKey } from '../shared/keys.ts';
import { useNavigation } from './navigation.ts';

/**
 * Whatever can be reached, by typing a part of its name: screens, what the screen's keys do, and notes by their patients;
 * or the keys alone.
 */
export function GoTo(props: {
  readonly wanted: 'everything' | 'keys';
  /** The keys of every screen. */
  readonly everywhere: readonly ScreenKey[];
  readonly onClose: () => void;
}) {
  const { wanted, everywhere } = props;
  const { t } = useTexts();
  const navigate = useNavigate();
  const { scopes } = useSession();
  const settings = useSettingsParts();
  const [query, setQuery] = useState('');
  const [q] = useDebouncedValue(query.trim(), 200);
  // Those of the screen that is left meanwhile do not count.
  const [own] = useState(keysOfScreen);
  const general = everywhere.filter(({ key }) => own.every((each) => each.key !== key));
  const keys = wanted === 'keys' ? [...own, ...general] : own.filter(({ act }) => act !== undefined);
  const { data: records = [] } = useQuery({
    queryKey: ['records', 'go to', q],
    queryFn: async () => (await api.GET('/api/v1/records', { q, limit: 8 })).items,
    enabled: wanted === 'everything' && q.length > 1 && scopes.includes('clinical'),
    placeholderData: keepPreviousData,
  });
  useEffect(spotlight.open, []);
  // The library selects the first result as somebody types, before the host has answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again whenever the host has answered
  useEffect(() => {
    if (document.querySelector('[data-action][data-selected]') !== null) return;
    document.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [records]);
  const iconOf = (Sign: typeof IconSearch) => <Sign size={19} stroke={1.6} aria-hidden />;
  const links = useNavigation().flatMap(([, ofArea]) => ofArea);
  const screens = [...links.map(({ text, ...link }) => ({ ...link, label: t(text) })), ...settings];
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={props.onClose}
      shortcut={null}
      searchProps={{
        'aria-label': t(wanted === 'keys' ? 'keys.title' : 'keys.goTo'),
        placeholder: t(wanted === 'keys' ? 'keys.title' : 'keys.goToHint'),
        leftSection: iconOf(IconSearch),
      }}
      highlightQuery
      nothingFound={t('keys.nothing')}
      scrollable
      maxHeight="min(32rem, 70vh)"
      actions={[
        {
          group: t('keys.screens'),
          actions: (wanted === 'keys' ? [] : screens).map(({ to, label, icon }) => ({
            id: to,
            label,
            leftSection: iconOf(icon),
            onClick: () => void navigate({ to }),
          })),
        },
        {
          group: t('keys.here'),
          actions: keys.map(({ key, text, act }) => ({
            id: key + text,
            label: text,
            rightSection: (
              <Kbd>
                {key
                  .split('+')
                  .map((part) => t(`keys.of.${part}`, { defaultValue: part }))
                  .join(' ')}
              </Kbd>
            ),
            onClick: () => act?.(),
          })),
        },
        {
          group: t('keys.records'),
          actions: records.map((record) => ({
            id: record.id,
            label: nameOf(record) || record.excerpt,
            description: record.match ?? record.excerpt,
            // The host has found them, by the beginnings of words.
            keywords: query,
            onClick: () => void navigate(screenOf(record)),
          })),
        },
      ]}
    />
  );
}
