import { describe, expect, it } from 'vitest'
import { readTelegramLink } from './link.ts'

const read = (text: string) => {
  const url = /^https?:/.test(text) ? new URL(text) : null
  return readTelegramLink({ text, url })
}

describe('links of Telegram', () => {
  it.each([
    ['https://t.me/RiaNovosti', 'rianovosti'],
    ['https://telegram.me/durov', 'durov'],
    ['https://telegram.dog/durov', 'durov'],
    ['https://t.me/s/durov', 'durov'],
    ['https://t.me/s/durov?before=97', 'durov'],
    ['https://t.me/s/durov/97', 'durov'],
    ['https://t.me/durov/97', 'durov'],
    ['https://t.me/durov/97?comment=12', 'durov'],
    ['https://t.me/chat_of_moms/5/97', 'chat_of_moms'],
    ['https://durov.t.me/', 'durov'],
    ['https://web.telegram.org/k/#@durov', 'durov'],
    ['@Durov', 'durov'],
    ['tg://resolve?domain=Durov&post=97', 'durov'],
    ['tg:resolve?domain=durov', 'durov'],
  ])('%s leads to %s', (text, key) => {
    expect(read(text)).toEqual({ status: 'found', key })
  })

  it.each([
    'https://t.me/+AbCdEfGhIjK',
    'https://t.me/joinchat/AbCdEfGhIjK',
    'https://t.me/c/1234567890/12',
    'tg://join?invite=AbCd',
    'tg://privatepost?channel=1&post=2',
    'https://web.telegram.org/a/#-1001234567890',
  ])('%s is private', (text) => {
    expect(read(text)).toEqual({ status: 'private' })
  })

  it.each([
    'https://t.me/',
    'https://t.me/addstickers/Cats',
    'https://t.me/share/url?url=x',
    'https://t.me/proxy?server=1',
    'https://t.me/ab',
    'https://t.me/1abc',
    'https://t.me/+79991234567',
    'https://t.me/s/',
    'tg://settings',
    '@ab',
  ])('%s can not be watched', (text) => {
    expect(read(text)).toEqual({ status: 'unsupported' })
  })

  it.each(['https://vk.com/durov', 'https://nott.me/durov', 'durov', '@user@mastodon.social', 'просто текст'])(
    '%s is of another network',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )
})
