import { expect, test } from 'vitest'
import { readVkLink } from './link.ts'

const read = (text: string) => readVkLink({ text, url: URL.canParse(text) ? new URL(text) : null })
const key = (name: string) => ({ status: 'found', key: name })

test.each([
  ['https://vk.com/club1', '-1'],
  ['https://vk.com/public22822305', '-22822305'],
  ['https://vk.com/event17683660', '-17683660'],
  ['https://vk.com/id1', '1'],
  ['https://m.vk.com/id1', '1'],
  ['https://vk.ru/club1', '-1'],
  ['https://vk.me/club1', '-1'],
  ['https://new.vk.com/club1', '-1'],
  ['https://vkontakte.ru/club1', '-1'],
  ['https://www.vk.com/Remont_Kvartir', 'remont_kvartir'],
  ['https://vk.com/remont.kvartir/', 'remont.kvartir'],
  ['https://vk.com/remont_kvartir?from=search#top', 'remont_kvartir'],
  ['https://vk.com/wall-1_340419', '-1'],
  ['https://vk.com/wall1_45616', '1'],
  ['https://vk.com/wall-1_340419?reply=340420&thread=340419', '-1'],
  ['https://vk.com/wall-1', '-1'],
  ['https://vk.com/durov?w=wall-1_2', '-1'],
  ['https://vk.com/feed?w=wall-29534144_17', '-29534144'],
  ['https://vk.com/feed?z=photo-5_6%2Falbum-5_00', '-5'],
  ['https://vk.com/topic-1_2', '-1'],
  ['https://vk.com/board1', '-1'],
  ['https://vk.com/video-1_2', '-1'],
  ['https://vk.com/videos-1', '-1'],
  ['https://vk.com/photo1_2', '1'],
  ['https://vk.com/albums-1', '-1'],
  ['https://vk.com/@remont-kak-vybrat-plitku', 'remont'],
  ['https://vk.com/@club7-kak-vybrat-plitku', '-7'],
  ['https://vk.com/durov?w=id1', 'durov'],
  ['https://vk.com/video/@remont', 'remont'],
  ['https://vk.com/clips/@club5', '-5'],
])('%s leads to %s', (link, name) => {
  expect(read(link)).toEqual(key(name))
})

test.each([
  'https://vk.com/',
  'https://vk.com/feed',
  'https://vk.com/im?sel=1',
  'https://vk.com/groups',
  'https://vk.com/search?q=кот',
  'https://vk.com/app6013442',
  'https://vk.com/app6013442_-1',
  'https://vk.com/write-1',
  'https://vk.com/club0',
  'https://vk.com/id99999999999999999999',
  'https://vk.com/al_feed.php',
  'https://vk.com/ремонт',
  'https://vk.com/%E0%E4',
  'https://vk.com/1abc',
])('%s is of VK, and nothing to be watched', (link) => {
  expect(read(link)).toEqual({ status: 'unsupported' })
})

test('an invitation is private', () => {
  expect(read('https://vk.me/join/AJQ1d1234567890')).toEqual({ status: 'private' })
})

test.each([
  'https://ok.ru/club1',
  'https://t.me/vk',
  'https://notvk.com/club1',
  'https://vk.com.example.org/club1',
  'https://evilvk.ru/id1',
  '@durov',
  'club1',
])('%s is not of VK', (link) => {
  expect(read(link)).toBeNull()
})
