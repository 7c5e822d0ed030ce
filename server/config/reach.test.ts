import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const base = { DATABASE_URL: 'postgres://somebody@127.0.0.1/nothing' }
const read = (environment: Record<string, string>) => readConfig({ ...base, ...environment })
const refusal = (environment: Record<string, string>): string => {
  try {
    read(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

it('without settings there are no messengers', () => {
  expect(read({})).toMatchObject({ telegramBot: null, vkNotices: null })
})

it('a key is enough: what was written is asked for', () => {
  expect(read({ TELEGRAM_BOT_TOKEN: '1:x', VK_NOTICE_GROUP: '12', VK_NOTICE_TOKEN: 'y' })).toMatchObject({
    telegramBot: { token: '1:x', url: 'https://api.telegram.org', updates: 'poll' },
    vkNotices: { groupId: 12, token: 'y', url: 'https://api.vk.ru', updates: 'poll' },
  })
})

it.each<[Record<string, string>, string]>([
  [{ TELEGRAM_BOT_TOKEN: '1:x', TELEGRAM_BOT_UPDATES: 'webhook' }, 'TELEGRAM_BOT_SECRET не задан'],
  [{ MAILING_SMTP_URL: 'mail.example.ru' }, 'MAILING_SMTP_URL должен быть адресом'],
  [{ MAILING_RETURN_DOMAIN: 'https://news.example.ru' }, 'MAILING_RETURN_DOMAIN должно быть доменом'],
  [{ MAILING_RATE: '0' }, 'MAILING_RATE должно быть целым числом'],
  [{ TELEGRAM_BOT_SECRET: 'с пробелом' }, 'TELEGRAM_BOT_SECRET должно состоять'],
  [{ TELEGRAM_BOT_SECRET: 'x'.repeat(257) }, 'TELEGRAM_BOT_SECRET должно состоять'],
  [{ TELEGRAM_BOT_UPDATES: 'push' }, 'TELEGRAM_BOT_UPDATES должно быть одним из: poll, webhook'],
  [{ TELEGRAM_BOT_URL: 'api' }, 'TELEGRAM_BOT_URL должен быть адресом'],
  [{ VK_NOTICE_GROUP: 'club12' }, 'VK_NOTICE_GROUP должно быть номером сообщества'],
  [{ VK_NOTICE_GROUP: '12' }, 'VK_NOTICE_TOKEN не задан'],
  [{ VK_NOTICE_GROUP: '12', VK_NOTICE_TOKEN: 'y', VK_NOTICE_UPDATES: 'webhook' }, 'VK_NOTICE_SECRET не задан'],
  [
    { VK_NOTICE_GROUP: '12', VK_NOTICE_TOKEN: 'y', VK_NOTICE_UPDATES: 'webhook', VK_NOTICE_SECRET: 'z' },
    'VK_NOTICE_CONFIRMATION не задан',
  ],
])('%o is refused', (environment, why) => {
  expect(refusal(environment)).toContain(why)
})

it('keys are not printed with mistakes', () => {
  expect(refusal({ TELEGRAM_BOT_SECRET: 'очень секретно' })).not.toContain('секретно')
})
