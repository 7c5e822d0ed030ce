/** How letters look: colours as in web/kit/ui/theme.ts, and what every element of one repeats. */

export const light = {
  ground: '#f3f7f8',
  surface: '#ffffff',
  line: '#dde6e9',
  lineStrong: '#c3d0d5',
  ink: '#14262e',
  soft: '#36505b',
  muted: '#566a73',
  accent: '#117a90',
  onAccent: '#ffffff',
  quiet: '#eaf6f8',
  strong: '#0b667b',
  mark: '#fdeab0',
  markInk: '#3a2c00',
  warn: '#9a5b00',
  warnQuiet: '#fff6e5',
  warnLine: '#f0d7a6',
}
const night: typeof light = {
  ground: '#0f191f',
  surface: '#16232a',
  line: '#263841',
  lineStrong: '#3b505a',
  ink: '#e3ecef',
  soft: '#b9c8cf',
  muted: '#94a8b1',
  accent: '#45a7ba',
  onAccent: '#0b1318',
  quiet: '#12303a',
  strong: '#a3d5df',
  mark: '#4d3f10',
  markInk: '#ffeeb8',
  warn: '#e9b264',
  warnQuiet: '#2c2415',
  warnLine: '#5b4723',
}

/** By the class that every element has beside its own style. */
export const dark = `
.ground{background-color:${night.ground}!important}
.surface{background-color:${night.surface}!important;border-color:${night.line}!important}
.ink{color:${night.ink}!important}
.soft{color:${night.soft}!important}
.muted{color:${night.muted}!important}
.link{color:${night.strong}!important}
.code{background-color:${night.quiet}!important;color:${night.ink}!important}
.accent{background-color:${night.accent}!important;border-color:${night.accent}!important}
.button{color:${night.onAccent}!important}
.rule{border-color:${night.line}!important}
.mark{background-color:${night.mark}!important;color:${night.markInk}!important}
.hot{background-color:${night.warnQuiet}!important;color:${night.warn}!important;border-color:${night.warnLine}!important}
.badge{color:${night.muted}!important;border-color:${night.lineStrong}!important}
.action{color:${night.strong}!important;border-color:${night.lineStrong}!important}`

export const letters =
  "font-family:'Golos Text',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** @param above in pixels */
export const row = (above: number, inner: string): string => `<tr><td style="padding:${above}px 0 0">${inner}</td></tr>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
