import { describe, expect, it } from 'vitest'
import { readYoutubeLink } from './link.ts'

const id = 'UCabcdefghijklmnopqrst-_'
const read = (address: string) => readYoutubeLink({ text: address, url: new URL(`https://${address}`) })

describe('links to YouTube', () => {
  it.each([
    [`youtube.com/channel/${id}`, `id:${id}`],
    [`youtube.com/channel/${id}/videos?view=0`, `id:${id}`],
    ['youtube.com/@RemontKvartir', 'handle:remontkvartir'],
    ['youtube.com/@RemontKvartir/videos', 'handle:remontkvartir'],
    ['youtube.com/@Ремонт', 'handle:ремонт'],
    ['youtube.com/@%D0%A0%D0%B5%D0%BC%D0%BE%D0%BD%D1%82', 'handle:ремонт'],
    ['youtube.com/@%D0', 'handle:%d0'],
    ['youtube.com/@и\u0306од', 'handle:йод'],
    ['youtube.com/user/GoogleDevelopers', 'user:googledevelopers'],
    ['youtube.com/c/GoogleDevelopers/about', 'name:googledevelopers'],
    ['youtube.com/GoogleDevelopers', 'name:googledevelopers'],
    ['youtube.com/watch?v=dQw4w9WgXcQ&t=5s', 'video:dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ?si=x', 'video:dQw4w9WgXcQ'],
    ['youtube.com/shorts/dQw4w9WgXcQ', 'video:dQw4w9WgXcQ'],
    ['youtube.com/live/dQw4w9WgXcQ?feature=share', 'video:dQw4w9WgXcQ'],
    ['youtube.com/embed/dQw4w9WgXcQ', 'video:dQw4w9WgXcQ'],
    ['music.youtube.com/watch?v=dQw4w9WgXcQ', 'video:dQw4w9WgXcQ'],
    [`music.youtube.com/channel/${id}`, `id:${id}`],
  ])('%s is %s', (address, key) => expect(read(address)).toEqual({ status: 'found', key }))

  it.each([
    'youtube.com',
    'youtube.com/',
    'youtube.com/feed/subscriptions',
    'youtube.com/results?search_query=x',
    'youtube.com/playlist?list=PL1',
    'youtube.com/hashtag/x',
    'youtube.com/watch',
    'youtube.com/watch?v=short',
    'youtu.be/',
    'youtube.com/channel/UCshort',
    'youtube.com/user/',
    'youtube.com/c',
    'youtube.com/@',
    'youtube.com/robots.txt',
    'youtube.com/shorts',
  ])('%s leads to no channel', (address) => expect(read(address)).toEqual({ status: 'unsupported' }))

  it.each(['vk.com/youtube', 'notyoutube.com/@x', 'youtube.com.evil.example/@x'])(
    '%s is of another network',
    (address) => expect(read(address)).toBeNull(),
  )

  it('takes an id by itself, but leaves names to those who own the @', () => {
    expect(readYoutubeLink({ text: ` ${id} `, url: null })).toEqual({ status: 'found', key: `id:${id}` })
    expect(readYoutubeLink({ text: '@remont', url: null })).toBeNull()
  })
})
