import { Box, type BoxProps } from '@mantine/core';

/** From when, and for how long; in milliseconds. */
export interface TimeAxis {
  readonly from: number;
  readonly ms: number;
}

/** When something is, on an axis that all rows share. An instant is a diamond; when it was to be is a line below it. */
export function TimeBar(
  props: BoxProps & {
    readonly axis: TimeAxis;
    readonly start: number;
    readonly end: number;
    readonly isInstant?: boolean;
    readonly color: string;
    readonly planned?: { readonly start: number; readonly end: number } | undefined;
  },
) {
  const { axis, start, end, isInstant = false, color, planned, ...place } = props;
  const share = (ms: number) => `${(ms / axis.ms) * 100}%`;
  const left = `min(${share(start - axis.from)}, 100% - 3px)`;
  const shape = isInstant
    ? { w: 8, style: { transform: 'rotate(45deg)' } }
    : { w: `max(3px, ${share(end - start)})`, bdrs: 'xl' };
  return (
    <Box {...place} h={8} pos="relative" bdrs="xl" bg="var(--cs-sunken)" aria-hidden>
      <Box pos="absolute" h="100%" left={left} bg={color} {...shape} />
      {planned && (
        <Box
          pos="absolute"
          top={10}
          h={3}
          left={share(planned.start - axis.from)}
          w={`max(3px, ${share(planned.end - planned.start)})`}
          bg="var(--mantine-color-dimmed)"
        />
      )}
    </Box>
  );
}
