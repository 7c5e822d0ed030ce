import { expect, it } from 'vitest'
import { deviceInWords } from './device-in-words.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141, Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`,
    'Яндекс Браузер 25, Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge 140, Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144, macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18, iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webKit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome 141, Android'],
  ['Телескоп/1.0', 'неизвестное устройство'],
  ['', 'неизвестное устройство'],
  [')](\u0000'.repeat(100), 'неизвестное устройство'],
])('%s is %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})
