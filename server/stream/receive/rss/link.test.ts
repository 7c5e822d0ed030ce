import { describe, expect, it } from 'vitest'
import { readRssLink } from './link.ts'

const read = (address: string) => readRssLink({ text: address, url: new URL(address) })

describe('links to sites', () => {
  it.each([
    ['https://forum.example/', 'https://forum.example/'],
    ['https://forum.example', 'https://forum.example/'],
    ['https://anna:secret@forum.example/a/#top', 'https://forum.example/a/'],
    ['https://forum.example./a', 'https://forum.example/a'],
    ['https://форум.рф/лента?ф=1', 'https://xn--l1adgmc.xn--p1ai/%D0%BB%D0%B5%D0%BD%D1%82%D0%B0?%D1%84=1'],
    ['https://forum.example/viewforum.php?f=2&sid=abc', 'https://forum.example/viewforum.php?f=2'],
    ['https://blog.example/?utm_source=tg&p=3&yclid=1', 'https://blog.example/?p=3'],
    ['https://blog.example:8443/feed', 'https://blog.example:8443/feed'],
  ])('%s is %s', (address, key) => expect(read(address)).toEqual({ status: 'found', key }))

  it.each([
    ['https://anna.livejournal.com/', 'anna'],
    ['https://anna.livejournal.com/12345.html?thread=1#t2', 'anna'],
    ['https://ANNA.livejournal.com/data/rss', 'anna'],
    ['https://anna.livejournal.com/profile', 'anna'],
    ['https://livejournal.com/users/anna/123.html', 'anna'],
    ['https://livejournal.com/~anna', 'anna'],
    ['https://livejournal.com/community/ru_remont/', 'ru-remont'],
    ['https://community.livejournal.com/ru_remont/77.html', 'ru-remont'],
    ['https://support_syn.livejournal.com/', 'support-syn'],
    ['https://users.livejournal.com/anna_m/', 'anna-m'],
  ])('%s is the journal %s', (address, journal) =>
    expect(read(address)).toEqual({ status: 'found', key: `https://${journal}.livejournal.com/data/atom` }),
  )

  it('leaves a name that is no host in the path', () => {
    expect(read('https://users.livejournal.com/_anna_/1.html')).toEqual({
      status: 'found',
      key: 'https://users.livejournal.com/_anna_/data/atom',
    })
  })

  it('takes the front page of LiveJournal for a page like any other', () => {
    expect(read('https://livejournal.com/media')).toEqual({ status: 'found', key: 'https://livejournal.com/media' })
  })

  it.each([
    'https://vk.com/club1',
    'https://t.me/remont',
    'https://youtube.com/@x',
    'https://ok.ru/group/1',
    'https://bsky.app/profile/x',
    'ftp://a.example/',
  ])('%s is no matter of feeds', (address) => expect(read(address)).toBeNull())

  it('needs an address', () => expect(readRssLink({ text: '@anna', url: null })).toBeNull())
})
