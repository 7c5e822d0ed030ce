import { describe, expect, it } from 'vitest'
import { readOkLink } from './link.ts'

const read = (text: string) => readOkLink({ text, url: /^https?:/.test(text) ? new URL(text) : null })

describe('links of Odnoklassniki', () => {
  it.each([
    ['https://ok.ru/group/53038939046008', '53038939046008'],
    ['https://ok.ru/group/53038939046008/topic/67000000000001', '53038939046008'],
    ['https://ok.ru/group53038939046008', '53038939046008'],
    ['https://odnoklassniki.ru/group/53038939046008', '53038939046008'],
    ['https://ok.ru/ApiOK', 'apiok'],
    ['https://ok.ru/apiok/topics', 'apiok'],
    ['https://ok.ru/mamy.kazani?ref=1', 'mamy.kazani'],
  ])('%s leads to %s', (text, key) => {
    expect(read(text)).toEqual({ status: 'found', key })
  })

  it.each([
    'https://ok.ru/',
    'https://ok.ru/profile/561104947330',
    'https://ok.ru/video/123',
    'https://ok.ru/dk?st.cmd=main',
    'https://ok.ru/group/',
    'https://ok.ru/group/abc',
    'https://ok.ru/12345',
  ])('%s can not be watched', (text) => {
    expect(read(text)).toEqual({ status: 'unsupported' })
  })

  it.each(['https://vk.com/apiok', 'https://book.ru/apiok', 'apiok', '@apiok'])('%s is of another network', (text) => {
    expect(read(text)).toBeNull()
  })
})
