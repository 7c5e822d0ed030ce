import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCard, readCount, readDiscussion, readPreview, isGonePage } from './preview-markup.ts'

const recorded = new URL('../../../../../shared/data/fixtures/telegram/t.me-s/', import.meta.url)

describe.skipIf(!existsSync(recorded))(
  'recorded pages (skipped where ../shared/data/fixtures/telegram is absent)',
  () => {
    const read = (name: string) => readPreview(readFileSync(new URL(`${name}.html`, recorded), 'utf8'), 'tchantest')
    const only = (name: string) => {
      const messages = read(name)?.messages
      expect(messages).toHaveLength(1)
      return messages?.[0]
    }

    it('has a message with an id, a time and an address in every recorded post', () => {
      const files = readdirSync(recorded).filter(
        (name) => name.startsWith('parse_') && name !== 'parse_no_posts_found.html',
      )
      expect(files.length).toBeGreaterThan(25)
      for (const file of files) {
        const preview = readPreview(readFileSync(new URL(file, recorded), 'utf8'), 'tchantest')
        const message = preview?.messages[0]
        expect(message?.id, file).toBeGreaterThan(0)
        expect(message?.publishedAt?.getUTCFullYear(), file).toBeGreaterThan(2020)
        expect(message?.url, file).toBe(`https://t.me/tchantest/${message?.id}`)
        expect(preview?.title, file).not.toBeNull()
      }
    })

    it('reads text, its edit and who signed it apart', () => {
      expect(only('parse_signed_edited_text_message')).toMatchObject({
        id: 5,
        text: 'Hello! Signed and edited message',
        edited: true,
        publishedAt: new Date('2023-02-24T07:29:57Z'),
        isReply: false,
      })
      expect(only('parse_text_message_signed_not_edited')?.edited).toBe(false)
      expect(only('parse_text_message_multiline')?.text.split('\n').length).toBeGreaterThan(1)
      expect(only('parse_emoji_message')?.text).toBe('👍')
    })

    it('takes no quoted text and no preview of a link for its own', () => {
      expect(only('parse_text_reply_to_video')).toMatchObject({
        text: 'Reply to a video (not recorded in telegram)',
        isReply: true,
      })
      const long = read('parse_message_weird_preview')?.messages[0]
      expect(long?.text).toContain('CÂMARA APROVA\n_')
      expect(long?.text).not.toContain('Portal da Câmara')
      expect(long?.edited).toBe(true)
    })

    it('has nothing to read in service messages and stickers', () => {
      for (const name of [
        'parse_service_message_pinned',
        'parse_service_message_channel_created',
        'parse_sticker_message',
      ]) {
        expect(only(name)?.text, name).toBe('')
      }
    })

    it('reads what a poll asks, captions of documents', () => {
      expect(only('parse_poll')?.text).toBe("Let's do a quick poll quizz mode\nOpt1\nOpt2\nOpt3")
      expect(only('parse_audio_document')?.text).toBe('Povo hebreu')
    })

    it('knows an empty preview from none', () => {
      expect(read('parse_no_posts_found')).toMatchObject({ messages: [], older: false })
      expect(readPreview('<html><body><div class="tgme_page"></div></body></html>', 'x')).toBeNull()
    })

    it('reads whose page it is', () => {
      const html = `<section class="tgme_channel_history"></section>${readFileSync(new URL('channel_info.html', recorded), 'utf8')}`
      expect(readPreview(html, 'tchantest')).toMatchObject({
        name: 'tchantest',
        title: "tchan's test channel 👍",
        followers: 1,
        avatar: expect.stringMatching(/^https:\/\/cdn1\.telegram-cdn\.org\/file\//),
      })
    })
  },
)

describe('the markup of the sheet', () => {
  it('reads an album, whose text stands in itself once more', () => {
    const html = `<div class="tgme_widget_message" data-post="Name/47"><a class="tgme_widget_message_photo_wrap" href="https://t.me/Name/48?single"></a>
      <div class="tgme_widget_message_text js-message_text"><div class="tgme_widget_message_text js-message_text">Сдам <b>дом</b><br/><br/><br/>у моря</div></div>
      <time class="message_video_duration">0:10</time><time datetime="2026-05-14T16:08:31+00:00" class="time">16:08</time></div>`
    expect(readPreview(html, 'name')).toMatchObject({
      name: 'Name',
      messages: [
        {
          id: 47,
          text: 'Сдам дом\n\nу моря',
          url: 'https://t.me/Name/47',
          publishedAt: new Date('2026-05-14T16:08:31Z'),
        },
      ],
    })
  })

  it('reads comments, whose authors have a public name or only one of their own', () => {
    const html = `<h3><span class="js-header">740 comments</span></h3>
      <div class="tme_messages_more js-messages_more" data-before="235679">Show more</div>
      <div class="tgme_widget_message js-widget_message" data-post-id="238737"><div class="tgme_widget_message_user"><a href="https://t.me/Skorphil"><i><img src="//example.com/a.jpg"></i></a></div>
      <div class="tgme_widget_message_author"><a class="tgme_widget_message_author_name" href="https://t.me/Skorphil"><span dir="auto">Philipp</span></a></div>
      <div class="tgme_widget_message_reply js-reply_to"><span class="tgme_widget_message_author_name">Alice</span><div class="tgme_widget_message_text js-message_reply_text">Original</div></div>
      <div class="tgme_widget_message_text js-message_text">Not bad</div><time datetime="2024-07-09T07:23:30+00:00"></time></div>
      <div class="tgme_widget_message js-widget_message" data-post-id="238740"><div class="tgme_widget_message_author"><span class="tgme_widget_message_author_name">Deleted Account</span></div>
      <div class="tgme_widget_message_text js-message_text">Да</div></div><div class="js-messages_more autoload hide" data-after="238740"></div>`
    expect(readDiscussion(html, 'contest', 198)).toEqual({
      older: true,
      comments: [
        {
          id: 238737,
          text: 'Not bad',
          url: 'https://t.me/contest/198?comment=238737',
          publishedAt: new Date('2024-07-09T07:23:30Z'),
          edited: false,
          editedAt: null,
          isReply: true,
          author: {
            externalId: 'skorphil',
            name: 'Philipp',
            avatar: 'https://example.com/a.jpg',
            url: 'https://t.me/Skorphil',
          },
        },
        {
          id: 238740,
          text: 'Да',
          url: 'https://t.me/contest/198?comment=238740',
          publishedAt: null,
          edited: false,
          editedAt: null,
          isReply: false,
          author: { externalId: '~Deleted Account', name: 'Deleted Account', avatar: null, url: null },
        },
      ],
    })
    expect(
      readDiscussion(
        '<div class="tme_no_messages_found">Discussion is not available at the moment.</div>',
        'contest',
        1,
      ),
    ).toBeNull()
    expect(readDiscussion('<form class="js-new_message_form"></form>', 'contest', 1)).toEqual({
      comments: [],
      older: false,
    })
  })

  it('tells channels, groups and people apart, and what is not there', () => {
    const card = (extra: string) =>
      readCard(
        `<div class="tgme_page"><img class="tgme_page_photo_image" src="https://cdn4.telesco.pe/file/x.jpg">
      <div class="tgme_page_title"><span dir="auto">Мамы</span></div><div class="tgme_page_extra">${extra}</div>
      <a class="tgme_action_button_new" href="tg://resolve?domain=MomsChat">View</a></div>`,
        'momschat',
      )
    expect(card('12 345 subscribers')).toEqual({
      kind: 'channel',
      name: 'MomsChat',
      title: 'Мамы',
      avatar: 'https://cdn4.telesco.pe/file/x.jpg',
      followers: 12_345,
    })
    expect(card('1 234 members, 56 online')).toMatchObject({ kind: 'chat', followers: 1234 })
    expect(card('@MomsChat')).toMatchObject({ kind: 'person', followers: null })
    expect(card('')).toBeNull()
  })

  it.each([
    ['12.3K', 12_300],
    ['1.5M', 1_500_000],
    ['3 482', 3482],
    ['3\u00a0482', 3482],
    ['1', 1],
    ['12,345', 12_345],
    ['no', null],
  ])('%s is %s', (text, count) => {
    expect(readCount(text)).toBe(count)
  })

  it('is shown of a post that is gone, and of nothing else', () => {
    expect(isGonePage('<div class="tgme_widget_message_error">Post not found</div>')).toBe(true)
    expect(isGonePage('<div class="tgme_widget_message_error">Please open Telegram to view this post</div>')).toBe(
      false,
    )
    expect(isGonePage('')).toBe(false)
  })
})
