import { expect, test } from 'vitest'
import { readFileName } from './download.ts'

test.each([
  ['attachment; filename="echolot.zip"', 'echolot.zip'],
  ['attachment; filename="____.zip"; filename*=UTF-8\'\'%D0%AD%D1%85%D0%BE%D0%BB%D0%BE%D1%82.zip', 'Эхолот.zip'],
  ['attachment', ''],
])('%s', (disposition, name) => {
  expect(readFileName(disposition)).toBe(name)
})
