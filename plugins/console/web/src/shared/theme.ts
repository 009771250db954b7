import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one file of design tokens: colours, type, space, corners. Stylesheets use the variables that are made here. */

const petrol: MantineColorsTuple = [
  '#e9f6f7',
  '#d5eaed',
  '#aad5da',
  '#7cbfc7',
  '#55adb7',
  '#3aa0ac',
  '#1d7f8c',
  '#0f6674',
  '#0b5460',
  '#05414b',
];

/** The greys of dark fields and menus, as cool as the rest. */
const dark: MantineColorsTuple = [
  '#dfe6e8',
  '#c3ced2',
  '#a3b1b6',
  '#7d8d93',
  '#4c5b61',
  '#37444a',
  '#1f2a2f',
  '#182226',
  '#131c20',
  '#0e1518',
];

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { sm: '1.45', md: '1.55', lg: '1.6' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    // Where people's words may stand, they are set in their own direction.
    ...Object.fromEntries(
      ['Text', 'Title', 'TextInput', 'Textarea'].map((name) => [name, { defaultProps: { dir: 'auto' } }]),
    ),
    // Plain objects: a first screen has neither.
    Code: {
      defaultProps: { color: 'var(--cs-sunken)', fz: 'sm' },
      styles: { root: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } },
    },
    Card: {
      defaultProps: { radius: 'lg', bg: 'var(--cs-surface)', bd: '1px solid var(--cs-line)', p: '1.1rem 1.25rem' },
      styles: { root: { gap: 'var(--mantine-spacing-sm)' } },
    },
  },
});

/** Colours by what they mean, so that a stylesheet never names a shade. Text has a contrast of at least 4.5 to 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--cs-width-text': '72ch',
    '--cs-shadow': '0 1px 2px rgb(16 36 44 / 6%), 0 4px 16px rgb(16 36 44 / 5%)',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#14242b',
    '--mantine-color-dimmed': '#52636b',
    '--mantine-color-placeholder': '#66767d',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0f6674',
    '--mantine-color-default-border': '#cdd8dc',
    '--mantine-color-disabled-color': '#5f6f76',
    '--cs-canvas': '#f4f7f8',
    '--cs-surface': '#ffffff',
    '--cs-sunken': '#edf2f3',
    '--cs-line': '#dde5e8',
    '--cs-accent-soft': '#e3f1f3',
    '--cs-accent-text': '#0b5460',
    '--cs-mark': '#fdf0c4',
    '--cs-good': '#1d6b3a',
    '--cs-good-soft': '#e2f3e8',
    '--cs-warn': '#7a4d00',
    '--cs-warn-soft': '#fdf0d5',
    '--cs-bad': '#a3221b',
    '--cs-bad-soft': '#fce8e6',
    '--cs-neutral-soft': '#e8eef0',
  },
  dark: {
    '--mantine-color-body': '#11191c',
    '--mantine-color-text': '#e2e9eb',
    '--mantine-color-dimmed': '#9fb0b6',
    '--mantine-color-placeholder': '#8d9ea5',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-anchor': '#7fd0da',
    '--mantine-color-default': '#1b2529',
    '--mantine-color-default-border': '#3a484e',
    '--mantine-color-disabled-color': '#94a4aa',
    '--mantine-color-petrol-light': '#14383e',
    '--mantine-color-petrol-light-hover': '#1a464d',
    '--mantine-color-petrol-light-color': '#a5e0e7',
    '--cs-canvas': '#11191c',
    '--cs-surface': '#182226',
    '--cs-sunken': '#1f2a2f',
    '--cs-line': '#2b383d',
    '--cs-accent-soft': '#14383e',
    '--cs-accent-text': '#a5e0e7',
    '--cs-mark': '#4d4212',
    '--cs-good': '#8fdcaa',
    '--cs-good-soft': '#163322',
    '--cs-warn': '#f3c877',
    '--cs-warn-soft': '#3a2c0d',
    '--cs-bad': '#ffada5',
    '--cs-bad-soft': '#43201d',
    '--cs-neutral-soft': '#263237',
  },
});
