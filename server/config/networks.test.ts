import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const base = { DATABASE_URL: 'postgres://a@b/c' }
const production = { ...base, NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32), SMTP_URL: 'smtps://a:b@c:465' }
const onIn = (environment: NodeJS.ProcessEnv) => readConfig(environment).networks.on

describe('networks', () => {
  it('are off where nobody asked for them, in production those that want no key are on', () => {
    expect(onIn(base)).toEqual([])
    expect(onIn(production)).toEqual(['telegram', 'bluesky', 'mastodon', 'rss'])
    expect(onIn({ ...production, VK_USER_TOKENS: 'one', YOUTUBE_API_KEYS: 'a, b' })).toEqual([
      'vk',
      'telegram',
      'youtube',
      'bluesky',
      'mastodon',
      'rss',
    ])
    expect(onIn({ ...production, NETWORKS: 'none' })).toEqual([])
    expect(onIn({ ...base, NETWORKS: 'rss, vk', VK_SERVICE_KEYS: 'key' })).toEqual(['vk', 'rss'])
  })

  it('that are asked for without what they need are reported, all at once', () => {
    expect(() => readConfig({ ...base, NETWORKS: 'vk,ok,youtube', OK_TOKENS: 'token' })).toThrow(
      [
        'Ошибки в настройках:',
        '  VK_SERVICE_KEYS не задан: его требует NETWORKS=vk',
        '  OK_APPLICATION_KEY не задан: его требует NETWORKS=ok',
        '  OK_APPLICATION_SECRET не задан: его требует NETWORKS=ok',
        '  YOUTUBE_API_KEYS не задан: его требует NETWORKS=youtube',
      ].join('\n'),
    )
  })

  it.each([
    ['NETWORKS', 'vk,mixed'],
    ['VK_PER_SECOND', '0'],
    ['VK_STREAMING', 'yes'],
    ['BLUESKY_JETSTREAMS', 'https://jetstream.example'],
    ['MASTODON_INSTANCES', 'no instance'],
    ['ALLOWED_ADDRESSES', 'localhost'],
    ['TELEGRAM_URL', 'nowhere'],
    ['TELEGRAM_API_ID', 'seventeen'],
    ['RSS_HUBS', 'yes'],
  ])('%s can not be %s', (name, value) => {
    expect(() => readConfig({ ...base, [name]: value })).toThrow(name)
  })

  it('an account of Telegram has all of its keys, or none', () => {
    const keys = {
      TELEGRAM_API_ID: '17',
      TELEGRAM_API_HASH: '0123456789abcdef0123456789abcdef',
      TELEGRAM_SESSION: `Aw${'x'.repeat(380)}`,
    }
    expect(readConfig(base).networks.telegram.account).toBeNull()
    expect(readConfig({ ...base, ...keys }).networks.telegram.account).toEqual({
      apiId: 17,
      apiHash: keys.TELEGRAM_API_HASH,
      session: keys.TELEGRAM_SESSION,
    })
    for (const missing of Object.keys(keys))
      expect(() => readConfig({ ...base, ...keys, [missing]: '' })).toThrow(
        `${missing} не задан: аккаунту Telegram нужны TELEGRAM_API_ID, TELEGRAM_API_HASH, TELEGRAM_SESSION вместе`,
      )
    const secret = 'secret-secret'
    expect(() => readConfig({ ...base, ...keys, TELEGRAM_API_HASH: secret, TELEGRAM_SESSION: secret })).toThrow(
      /^(?!.*secret)[^]*TELEGRAM_API_HASH должен состоять[^]*TELEGRAM_SESSION не похож на сессию[^]*telegram:login/,
    )
  })

  it('hubs of feeds are asked where they can reach the service, or as it is said', () => {
    const hubsIn = (environment: NodeJS.ProcessEnv) => readConfig({ ...base, ...environment }).networks.rss.hubs
    expect(hubsIn({})).toBe(false)
    expect(hubsIn({ SITE_URL: 'http://echolot.example' })).toBe(false)
    expect(hubsIn({ SITE_URL: 'https://echolot.example' })).toBe(true)
    expect(hubsIn({ PUBLIC_URL: 'https://echolot.example' })).toBe(true)
    expect(hubsIn({ SITE_URL: 'https://echolot.example', RSS_HUBS: 'off' })).toBe(false)
    expect(hubsIn({ RSS_HUBS: 'on' })).toBe(true)
  })

  it('have lists and rates', () => {
    const { vk, mastodon, bluesky, allowedAddresses } = readConfig({
      ...base,
      VK_SERVICE_KEYS: 'a,b',
      VK_USER_TOKENS: ' c ',
      VK_PER_SECOND: '5',
      MASTODON_INSTANCES: 'Mastodon.example=key,other.example',
      BLUESKY_JETSTREAMS: 'wss://one.example, ws://127.0.0.1:80/path',
      ALLOWED_ADDRESSES: '127.0.0.1:8080',
    }).networks
    expect(vk).toMatchObject({ tokens: ['a', 'b', 'c'], userTokens: ['c'], perSecond: 5, streaming: false })
    expect(mastodon.instances).toEqual([
      { host: 'mastodon.example', token: 'key' },
      { host: 'other.example', token: null },
    ])
    expect(bluesky.jetstreams).toEqual(['wss://one.example', 'ws://127.0.0.1'])
    expect(allowedAddresses).toEqual(['127.0.0.1:8080'])
    expect(readConfig({ ...production, ALLOWED_ADDRESSES: '127.0.0.1:8080' }).networks.allowedAddresses).toEqual([])
  })

  it('keep their keys out of what is said of mistakes', () => {
    expect(() => readConfig({ ...base, MASTODON_INSTANCES: 'bad host=secret' })).toThrow(/^(?!.*secret)/s)
    expect(() => readConfig({ ...base, VK_STREAMING: 'on', VK_SERVICE_KEYS: 'a', VK_USER_TOKENS: 'b' })).toThrow(
      'VK_STREAMING',
    )
    expect(readConfig({ ...base, VK_STREAMING: 'on', VK_SERVICE_KEYS: 'a' }).networks.vk.streaming).toBe(true)
  })
})
