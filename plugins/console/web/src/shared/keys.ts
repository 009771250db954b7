import { useEffect, useRef } from 'react';

/** A key that the screen takes, and what it does, for who asks with `?`. */
export interface ScreenKey {
  /** As a hotkey of Mantine: `J`, `mod+Z`. */
  readonly key: string;
  readonly text: string;
  /** Undefined where a field takes the key itself. */
  readonly act?: (() => void) | undefined;
}

const screens = new Set<{ readonly current: readonly ScreenKey[] }>();

/** Has keys act while a component is shown, outside of fields and dialogs. */
export function useKeys(keys: readonly ScreenKey[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    screens.add(latest);
    return () => void screens.delete(latest);
  }, []);
}

/** The keys of what is on the page now. */
export const keysOfScreen = (): readonly ScreenKey[] => [...screens].flatMap(({ current }) => current);
