import { describe, expect, it } from 'vitest'
import type { PastedLink } from '../shared/adapter.ts'
import { readBlueskyLink } from './link.ts'

describe('links', () => {
  const link = (text: string): PastedLink => ({ text, url: /^https?:/.test(text) ? new URL(text) : null })
  it.each([
    ['https://bsky.app/profile/Anna.bsky.social', 'anna.bsky.social'],
    ['https://bsky.app/profile/anna.example.ru/post/3mptbyoeyc22k', 'anna.example.ru'],
    ['https://bsky.app/profile/did:plc:bc4c35364cb5e2faeafa4233', 'did:plc:bc4c35364cb5e2faeafa4233'],
    ['https://bsky.app/profile/did%3Aplc%3Abc4c35364cb5e2faeafa4233/post/1', 'did:plc:bc4c35364cb5e2faeafa4233'],
    ['https://bsky.app/profile/@anna.bsky.social', 'anna.bsky.social'],
    ['https://anna.bsky.social/', 'anna.bsky.social'],
    ['@anna.bsky.social', 'anna.bsky.social'],
    ['@example.ru', 'example.ru'],
    ['anna.bsky.social', 'anna.bsky.social'],
    ['did:web:example.ru', 'did:web:example.ru'],
    ['at://did:plc:bc4c35364cb5e2faeafa4233/app.bsky.feed.post/3mptbyoeyc22k', 'did:plc:bc4c35364cb5e2faeafa4233'],
  ])('%s', (text, key) => {
    expect(readBlueskyLink(link(text))).toEqual({ status: 'found', key })
  })
  it.each([
    'https://bsky.app/',
    'https://bsky.app/search?q=1',
    'https://bsky.app/profile/a.bsky.social/feed/x',
    'https://bsky.app/profile/anna',
    'https://bsky.app/profile/handle.invalid',
    'https://go.bsky.app/AbC',
    'https://bsky.app/profile/%E0',
  ])('nothing to watch: %s', (text) => {
    expect(readBlueskyLink(link(text))).toEqual({ status: 'unsupported' })
  })
  it.each([
    '@anna',
    'anna',
    '@anna@mastodon.social',
    'https://example.ru/profile/a.bsky.social',
    'https://t.me/anna',
    'someone@example.ru',
    'example.ru',
  ])('not of Bluesky: %s', (text) => {
    expect(readBlueskyLink(link(text))).toBeNull()
  })
})
