/** What a browser paints before the app has started: web/index.html and its one style sheet. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root.ts'

const read = (path: string): string => readFileSync(join(projectRoot, 'web', path), 'utf8')
const page = read('index.html')
const sheet = read('public/loading.css')
const theme = read('kit/ui/theme.ts')

/** The colours of a name, of the light scheme and of the dark one; the dark ground is the darkest of the theme's surfaces. */
const coloursOf = (name: string): string[] =>
  [...theme.matchAll(new RegExp(`'${name}': '(#\\w+)'`, 'g'))].map(([, colour]) => colour ?? '')

test('it has the colours of both schemes, as the app has them', () => {
  const dark = [...sheet.matchAll(/html\[data-mantine-color-scheme='dark'\][^}]+\}/g)].join('\n')
  const light = sheet.replaceAll(/html\[data-mantine-color-scheme='dark'\][^}]+\}/g, '')
  const [lightInk = '?', darkInk = '?'] = coloursOf('--ink-muted')
  expect(light).toContain(lightInk)
  expect(dark).toContain(darkInk)
  const [ground = '?'] = coloursOf('--ground')
  expect(light).toContain(ground)
  expect(theme).toContain(/background: (#\w+)/.exec(dark)?.[1])
  // The frame of the browser's window goes with them.
  for (const background of [ground, /background: (#\w+)/.exec(dark)?.[1] ?? '?'])
    expect(page).toContain(`content="${background}"`)
})

test('it stands in the page itself, says something when the start is slow, and needs no script of the page', () => {
  const root = /<div id="root">([^]*)<\/div>\s*<script/.exec(page)?.[1] ?? ''
  expect(root).toContain('Эхолот загружается…')
  expect(root).toContain('Загрузка идёт дольше обычного')
  expect([...page.matchAll(/<script(?![^>]* src=)/g)]).toEqual([])
  expect(page).not.toMatch(/ on\w+=| style=/)
})
