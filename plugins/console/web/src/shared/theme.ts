import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Type, space, corners and the shades of two colours; `colors.css` has the colours by what they mean. */

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

/** How much larger than usual somebody reads the texts of the page: what is drawn in pixels grows with them. */
export const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

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
    ...Object.fromEntries(['Text', 'Title'].map((name) => [name, { defaultProps: { dir: 'auto' } }])),
    // Plain objects: a first screen has none of them.
    Code: {
      defaultProps: { color: 'var(--cs-sunken)', fz: 'sm' },
      styles: { root: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } },
    },
    Select: { defaultProps: { allowDeselect: false } },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    Table: { defaultProps: { borderColor: 'var(--cs-line)' } },
    Card: {
      defaultProps: { radius: 'lg', bg: 'var(--cs-surface)', bd: '1px solid var(--cs-line)', p: '1.1rem 1.25rem' },
      styles: { root: { gap: 'var(--mantine-spacing-sm)' } },
    },
  },
});
