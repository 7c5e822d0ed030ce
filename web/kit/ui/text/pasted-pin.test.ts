import { expect, test } from 'vitest'
import { pastedPin } from './pasted-pin.ts'

test.each([
  ['4821', '4821'],
  [' 48 21\n', '4821'],
  ['Ваш код: 4821', '4821'],
  ['Код 4821 действует 10 минут', '4821'],
  ['+7 (495) 123-45-67', '4567'],
  ['+7 495 123-4567', '4567'],
  ['482', null],
  ['код 4821 или 7733', null],
  ['вчера', null],
  ['', null],
])('%j gives %j', (text, pin) => {
  expect(pastedPin(text, 4)).toBe(pin)
})
