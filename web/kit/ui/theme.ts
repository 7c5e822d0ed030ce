/** The tokens: every colour, size and distance of the product. Style sheets read them as variables. */
import {
  createTheme,
  type AvatarProps,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type ModalProps,
  type NotificationProps,
} from '@mantine/core'
import { breakpoints } from './breakpoints.ts'

/** The one accent: the colour of deep water. White text on `sea[6]` has a contrast of 5 : 1. */
const sea: MantineColorsTuple = [
  '#eaf6f8',
  '#d0eaef',
  '#a3d5df',
  '#71becd',
  '#45a7ba',
  '#2390a5',
  '#117a90',
  '#0b667b',
  '#0a5467',
  '#083f4f',
]

/** The surfaces of the dark theme, from text to the darkest ground; a little of the sea is in all of them. */
const dark: MantineColorsTuple = [
  '#dde7eb',
  '#b9c8cf',
  '#94a8b1',
  '#62777f',
  '#33464f',
  '#263841',
  '#1b2a32',
  '#0f191f',
  '#0b1318',
  '#070d11',
]

/** What Mantine's components take unless they are given something else. Plain objects: `Modal.extend` would load the modal with every page. */
const closeButtonProps = { 'aria-label': 'Закрыть' }
const components = {
  Modal: {
    defaultProps: { radius: 'lg', closeButtonProps, centered: true } satisfies Partial<ModalProps>,
    styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 640 } },
  },
  ModalRoot: { defaultProps: { centered: true } },
  ModalOverlay: { defaultProps: { backgroundOpacity: 0.45, blur: 2 } },
  // A header of its own would be a second banner of the page.
  ModalHeader: { defaultProps: { component: 'div' } },
  // One quiet pair for everybody's initials: of the colours that are made of a name some are too pale to be read.
  Avatar: {
    vars: (_: unknown, { color }: AvatarProps) =>
      color === 'initials'
        ? { root: { '--avatar-bg': 'var(--surface-quiet)', '--avatar-color': 'var(--ink-soft)' } }
        : { root: {} },
  },
  Notification: { defaultProps: { closeButtonProps } satisfies Partial<NotificationProps> },
}

const em = (px: number): string => `${px / 16}em`

/** And what stands in for it until it has come: fonts.css. */
const golos = "'Golos Text Variable', 'Golos of Arial', 'Golos of Roboto', 'Golos of DejaVu', 'Golos of Open Sans'"

export const theme = createTheme({
  colors: { sea, dark },
  primaryColor: 'sea',
  primaryShade: 6,
  fontFamily: `${golos}, system-ui, sans-serif`,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  headings: { fontFamily: `${golos}, system-ui, sans-serif`, fontWeight: '640' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
  breakpoints: {
    xs: em(breakpoints.phone),
    sm: em(breakpoints.tablet),
    md: em(breakpoints.desktop),
    lg: em(breakpoints.wide),
    xl: em(1440),
  },
})

/** What means the same in both themes and differs only in colour. */
const light = {
  '--ground': '#f3f7f8',
  '--surface': '#ffffff',
  '--surface-raised': '#ffffff',
  '--surface-quiet': '#eaf0f2',
  '--line': '#dde6e9',
  '--line-strong': '#c3d0d5',
  '--ink': '#14262e',
  '--ink-soft': '#36505b',
  '--ink-muted': '#566a73',
  '--accent': sea[6],
  '--accent-ink': sea[7],
  '--accent-quiet': sea[0],
  '--accent-line': sea[2],
  '--mark': '#fdeab0',
  '--mark-ink': '#3a2c00',
  '--demo-ink': '#7a4a00',
  '--demo-line': '#e8cfa0',
  '--good': '#1c7c4a',
  '--warn': '#9a5b00',
  '--warn-quiet': '#fff6e5',
  '--warn-line': '#f0d7a6',
  '--bad': '#b3261e',
  '--bad-quiet': '#fdefed',
  '--bad-line': '#f1c8c3',
  '--shadow': '0 1px 2px rgb(12 46 58 / 5%), 0 8px 24px -12px rgb(12 46 58 / 14%)',
  '--shadow-high': '0 2px 6px rgb(12 46 58 / 10%), 0 18px 40px -12px rgb(12 46 58 / 30%)',
  '--mark-quiet': '#d5edf1',
  '--mantine-color-body': '#ffffff',
  '--mantine-color-text': '#14262e',
  '--mantine-color-dimmed': '#566a73',
  '--mantine-color-placeholder': '#6b7f88',
  '--mantine-color-anchor': sea[7],
  '--mantine-color-default-border': '#c3d0d5',
  '--mantine-color-error': '#b3261e',
}

const night: Record<keyof typeof light, string> = {
  '--ground': dark[7],
  '--surface': '#16232a',
  '--surface-raised': '#1b2a32',
  '--surface-quiet': '#1f3038',
  '--line': '#263841',
  '--line-strong': '#3b505a',
  '--ink': '#e3ecef',
  '--ink-soft': '#b9c8cf',
  '--ink-muted': '#94a8b1',
  '--accent': sea[4],
  '--accent-ink': sea[3],
  '--accent-quiet': '#12303a',
  '--accent-line': '#1d5261',
  '--mark': '#4d3f10',
  '--mark-ink': '#ffeeb8',
  '--demo-ink': '#e6bd78',
  '--demo-line': '#5b4723',
  '--good': '#5cc28e',
  '--warn': '#e9b264',
  '--warn-quiet': '#2b2413',
  '--warn-line': '#5b4723',
  '--bad': '#ff9d94',
  '--bad-quiet': '#331b1a',
  '--bad-line': '#6d312d',
  '--shadow': '0 1px 2px rgb(0 0 0 / 30%), 0 10px 28px -14px rgb(0 0 0 / 60%)',
  '--shadow-high': '0 2px 6px rgb(0 0 0 / 40%), 0 18px 40px -10px rgb(0 0 0 / 80%)',
  '--mark-quiet': '#164653',
  '--mantine-color-body': '#16232a',
  '--mantine-color-text': '#e3ecef',
  '--mantine-color-dimmed': '#94a8b1',
  '--mantine-color-placeholder': '#7d929b',
  '--mantine-color-anchor': sea[3],
  '--mantine-color-default-border': '#3b505a',
  '--mantine-color-error': '#ff9d94',
}

/** Distances by fours, letters by role, corners by the size of what they round. */
const shared = {
  '--gap-1': '4px',
  '--gap-tight': '6px',
  '--gap-2': '8px',
  '--gap-3': '12px',
  '--gap-4': '16px',
  '--gap-5': '24px',
  '--gap-6': '32px',
  '--gap-7': '48px',
  '--gap-8': '72px',
  '--text-small': '13px',
  '--text-note': '14px',
  '--text-body': '16px',
  '--text-lead': '18px',
  '--corner-small': '6px',
  '--corner': '10px',
  '--corner-large': '16px',
  '--header-height': '60px',
  /** Of a page one works on. */
  '--page-width': '1120px',
  /** Of the feed, and of the head and the foot of every page: what stands in them keeps its place from page to page. */
  '--wide-width': '1920px',
  /** Of what is read, or filled in, from top to bottom. */
  '--reading-width': '860px',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: shared, light, dark: night })
