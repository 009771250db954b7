import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';

/** What the sound looks like; a click plays from there. The slider beside it does the same by keys. */
export function Waveform({ audio }: { readonly audio: HTMLAudioElement }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn in the colours of the scheme
  useEffect(() => {
    if (place.current === null) return;
    const colors = getComputedStyle(document.documentElement);
    const wave = WaveSurfer.create({
      container: place.current,
      media: audio,
      height: 44,
      barWidth: 2,
      barGap: 1,
      barRadius: 2,
      normalize: true,
      cursorWidth: 1,
      waveColor: colors.getPropertyValue('--mantine-color-placeholder'),
      progressColor: colors.getPropertyValue('--mantine-primary-color-filled'),
      dragToSeek: true,
    });
    // Without a picture the sound is still heard: what is wrong with it is said where it plays.
    wave.on('error', () => wave.destroy());
    return () => wave.destroy();
  }, [audio, scheme]);
  return <div ref={place} aria-hidden />;
}
