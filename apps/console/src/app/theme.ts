import { createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#e9f7f4',
  '#d3ede7',
  '#a4dbcf',
  '#71c8b5',
  '#49b89f',
  '#2fae91',
  '#1f9a80',
  '#0e7a6d',
  '#0b665b',
  '#075247',
];

/** A cool grey with a trace of green: paper in the light, slate in the dark. */
const slate: MantineColorsTuple = [
  '#d5dbdd',
  '#b4bcbf',
  '#8f9a9e',
  '#6b777c',
  '#3c474c',
  '#2c3539',
  '#21292c',
  '#191f22',
  '#12171a',
  '#0c1012',
];

const DIALOG_TITLE = { fontSize: '1rem', fontWeight: 600, overflowWrap: 'anywhere' } as const;

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 7 },
  colors: { pine, dark: slate },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: "Inter, ui-sans-serif, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } } },
    Modal: { defaultProps: { centered: true, radius: 'lg' }, styles: { title: DIALOG_TITLE } },
    Drawer: { styles: { title: DIALOG_TITLE } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 4 } } },
    TableScrollContainer: { defaultProps: { scrollAreaProps: { offsetScrollbars: false } } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 16 } },
  },
});
