import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLock, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react';
import { api } from '../shared/api.ts';
import { chooseLanguage, isLanguage, type Language, languages, useTexts } from '../shared/i18n.ts';
import { MenuItem } from '../shared/menu.tsx';
import { lockSession } from '../shared/session-gate.ts';
import { sessionQuery, signOut } from './session.ts';

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
type Scheme = keyof typeof schemes;

const isScheme = (value: string): value is Scheme => value in schemes;

/** Language and appearance; with a session also locking and signing out. It is opened once it is there. */
export function AccountMenuItems({ target }: { readonly target: ReactElement<{ ref?: Ref<HTMLButtonElement> }> }) {
  const { t, i18n } = useTexts();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // To which the focus goes back.
    button.current?.focus();
    setOpened(true);
  }, []);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const person = session?.person ?? null;
  // The choice is in force at once and kept in this browser. That it also follows the person elsewhere can wait.
  const remember = (choice: { readonly language: Language } | { readonly scheme: Scheme }) => {
    if (person !== null) void api.PATCH('/api/v1/people/me', { body: choice }).catch(() => undefined);
  };
  const choose = (choice: string) => {
    if (isLanguage(choice)) {
      void chooseLanguage(choice);
      remember({ language: choice });
    } else if (isScheme(choice)) {
      setColorScheme(choice);
      remember({ scheme: choice });
    }
  };
  return (
    <Menu position="bottom-end" width={230} shadow="md" opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('account.scheme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {Object.entries(schemes).map(([scheme, SchemeIcon]) => (
            <Menu.RadioItem key={scheme} value={scheme} rightSection={<SchemeIcon size={16} aria-hidden />}>
              {t(`account.${scheme}` as 'account.light')}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('account.language')}</Menu.Label>
        <Menu.RadioGroup value={i18n.language} onChange={choose}>
          {Object.entries(languages).map(([language, name]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {session !== undefined && session !== null && (
          <>
            <Menu.Divider />
            <MenuItem text={t('account.lock')} icon={IconLock} onClick={() => lockSession('idle')} />
            <MenuItem text={t('account.signOut')} icon={IconLogout} onClick={() => void signOut()} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
