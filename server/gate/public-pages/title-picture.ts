/**
 * The picture that messengers and social networks show beside a link to a page of ours: its title in our look, 1200×630, which
 * fits all of them.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import satori from 'satori'
import sharp from 'sharp'

const WIDTH = 1_200
const HEIGHT = 630
const [INK, SOFT, PAPER, ACCENT] = ['#14262e', '#566a73', '#f3f7f8', '#0b667b']
/** Longer titles are cut; no page has one. */
const MOST_LETTERS = 160

const require = createRequire(import.meta.url)
const font = (file: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/golos-text/${file}`))
let fonts: { name: string; data: Buffer; weight: 400 | 700 }[] | null = null
const readFonts = () =>
  (fonts ??= [
    { name: 'Golos', data: font('400Regular/GolosText_400Regular.ttf'), weight: 400 },
    { name: 'Golos', data: font('700Bold/GolosText_700Bold.ttf'), weight: 700 },
  ])

/** The mark of the service, and the waves that go out from it over the whole picture. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ACCENT}"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M6.5 14.5a9.5 9.5 0 0 0 19 0" opacity="0.55"/><path d="M11 14.5a5 5 0 0 0 10 0"/></g><circle cx="16" cy="10.5" r="2.6" fill="#ffd66b"/></svg>`
const waves = [190, 320, 450, 580, 710]
const WAVES = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><g fill="none" stroke="${ACCENT}" stroke-width="3">${waves
  .map((radius, at) => `<circle cx="1130" cy="-20" r="${radius}" opacity="${(0.34 - at * 0.06).toFixed(2)}"/>`)
  .join('')}</g></svg>`
const asAddress = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** @returns a PNG of some 30 KB */
export async function drawTitlePicture(title: string): Promise<Buffer> {
  const shown = title.length > MOST_LETTERS ? `${title.slice(0, MOST_LETTERS - 1)}…` : title
  const size = shown.length > 90 ? 52 : shown.length > 45 ? 64 : 80
  const svg = await satori(
    box({ width: WIDTH, height: HEIGHT, padding: 72, justifyContent: 'space-between', background: PAPER }, [
      picture(WAVES, { position: 'absolute', top: 0, left: 0, width: WIDTH, height: HEIGHT }),
      box({ flexDirection: 'row', alignItems: 'center' }, [
        picture(MARK, { width: 64, height: 64 }),
        words('Эхолот', { marginLeft: 22, fontSize: 40, fontWeight: 700, color: INK }),
      ]),
      words(shown, { fontSize: size, fontWeight: 700, lineHeight: 1.15, letterSpacing: -1, color: INK, maxWidth: 960 }),
      words('Сообщения людей, которые ищут вас', { fontSize: 32, color: SOFT }),
    ]) as Parameters<typeof satori>[0],
    { width: WIDTH, height: HEIGHT, fonts: readFonts() },
  )
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
}

type Style = Record<string, string | number>
const box = (style: Style, children: object[]): object => ({
  type: 'div',
  props: { style: { display: 'flex', flexDirection: 'column', ...style }, children },
})
const words = (text: string, style: Style): object => ({ type: 'div', props: { style, children: text } })
const picture = (svg: string, style: Style): object => ({
  type: 'img',
  props: { src: asAddress(svg), style, width: style.width, height: style.height },
})
