/** Pages of the simulated t.me, written as the real ones are. */
import type { SimulatedChat, SimulatedMessage, SimulatedPerson } from './telegram-world.simulator.ts'

/** Messages of a page; every picture of an album counts as one. */
const PAGE = 20

export function previewPage(
  chat: SimulatedChat,
  { before = Infinity, after = 0 }: { before?: number; after?: number },
): string {
  const all = chat.messages.filter(({ id }) => id < before && id > after)
  const shown = after > 0 ? takeFrom(all, 'oldest') : takeFrom(all, 'newest')
  return previewOf(chat, shown, all.length > shown.length)
}

export function previewOf(chat: SimulatedChat, shown: SimulatedMessage[], older: boolean): string {
  const lowest = shown.reduce((least, { id }) => Math.min(least, id), Infinity)
  const messages =
    shown.length > 0 ? shown.map((message) => postMarkup(chat, message)).join('\n') : nothing('No posts found')
  return `<!DOCTYPE html><html><head>
<meta property="og:title" content="${escape(chat.title)}"><meta property="og:image" content="${chat.avatar}">
${older ? `<link rel="prev" href="/s/${chat.name}?before=${lowest}">` : ''}</head><body>
<div class="tgme_channel_info"><div class="tgme_channel_info_header"><i class="tgme_page_photo_image"><img src="${chat.avatar}"></i>
<div class="tgme_channel_info_header_title"><span dir="auto">${escape(chat.title)}</span></div>
<div class="tgme_channel_info_header_username"><a href="https://t.me/${chat.name}">@${chat.name}</a></div></div>
<div class="tgme_channel_info_counters"><div class="tgme_channel_info_counter"><span class="counter_value">${shortCount(chat.members)}</span> <span class="counter_type">subscribers</span></div>
<div class="tgme_channel_info_counter"><span class="counter_value">3</span> <span class="counter_type">photos</span></div></div></div>
<main class="tgme_main" data-url="/${chat.name}"><div class="tgme_container"><section class="tgme_channel_history js-message_history">
${older ? `<div class="tgme_widget_message_centered js-messages_more_wrap"><a href="/s/${chat.name}?before=${lowest}" class="tme_messages_more js-messages_more" data-before="${lowest}"></a></div>` : ''}
${messages}</section></div></main></body></html>`
}

export function discussionPage(
  chat: SimulatedChat,
  post: SimulatedMessage,
  { before, limit }: { before: number; limit: number },
): string {
  if (!chat.discussion)
    return `<div class="tgme_post_discussion">${nothing('Discussion is not available at the moment.')}</div>`
  const all = post.comments.filter(({ id }) => id < before)
  const shown = all.slice(-limit)
  return `<div class="tgme_post_discussion_header_wrap"><h3 class="tgme_post_discussion_header"><span class="js-header">${post.comments.length === 0 ? 'Comments' : `${post.comments.length} comments`}</span> on <a href="https://t.me/${chat.name}/${post.id}">this post</a></h3></div>
<div class="tgme_post_discussion js-message_history">
<div class="tme_messages_more js-messages_more${all.length > shown.length ? '' : ' hide'}" data-before="${shown[0]?.id ?? 0}">Show more</div>
${shown.length > 0 ? shown.map((comment) => commentMarkup(chat, post, comment)).join('\n') : nothing('No comments here yet')}
<div class="tme_messages_more js-messages_more autoload hide" data-after="${shown.at(-1)?.id ?? 0}"></div></div>
<form class="tgme_post_discussion_new_message_form js-new_message_form"><input type="hidden" name="peer" value="c${-chat.discussion.id}_1"><input type="hidden" name="top_msg_id" value="${post.thread}"></form>`
}

export function postPage(chat: SimulatedChat | undefined, id: number): string {
  const post = chat?.preview
    ? chat.messages.find((message) => id >= message.id && id < message.id + Math.max(1, message.pictures))
    : undefined
  return chat && post ? postMarkup(chat, post) : '<div class="tgme_widget_message_error">Post not found</div>'
}

/** What stands behind `t.me/name`; unknown names have a page too. */
export function cardPage(chat: SimulatedChat | undefined, name: string): string {
  if (!chat) {
    return `<html><head><meta property="og:title" content="Telegram: Contact @${name}"></head><body><div class="tgme_page"><div class="tgme_page_icon"></div>
<div class="tgme_page_description">If you have <strong>Telegram</strong>, you can contact <a href="tg://resolve?domain=${name}">@${name}</a> right away.</div></div></body></html>`
  }
  const count = chat.members.toLocaleString('en-US').replaceAll(',', ' ')
  const extra =
    chat.kind === 'channel'
      ? `${count} subscribers`
      : chat.kind === 'group'
        ? `${count} members, 56 online`
        : `@${chat.name}`
  return `<html><head><meta property="og:title" content="${escape(chat.title)}"><meta property="og:image" content="${chat.avatar}"></head><body><div class="tgme_page">
<div class="tgme_page_photo"><a href="tg://resolve?domain=${chat.name}"><img class="tgme_page_photo_image" src="${chat.avatar}"></a></div>
<div class="tgme_page_title" dir="auto"><span dir="auto">${escape(chat.title)}</span></div><div class="tgme_page_extra">${extra}</div>
<div class="tgme_page_action"><a class="tgme_action_button_new" href="tg://resolve?domain=${chat.name}">View in Telegram</a></div></div></body></html>`
}

function takeFrom(messages: SimulatedMessage[], end: 'oldest' | 'newest'): SimulatedMessage[] {
  const taken: SimulatedMessage[] = []
  let size = 0
  for (const message of end === 'newest' ? messages.toReversed() : messages) {
    if (size >= PAGE) break
    taken.push(message)
    size += Math.max(1, message.pictures)
  }
  return end === 'newest' ? taken.toReversed() : taken
}

function postMarkup(chat: SimulatedChat, message: SimulatedMessage): string {
  const text = textMarkup(message.text)
  const album = message.pictures > 1
  const pictures = Array.from(
    { length: message.pictures },
    (_, n) =>
      `<a class="tgme_widget_message_photo_wrap grouped_media_wrap blured js-message_photo" style="background-image:url('https://cdn4.telesco.pe/file/${message.id + n}.jpg')" href="https://t.me/${chat.name}/${message.id + n}?single"></a>`,
  )
  const written = message.service
    ? `<div class="tgme_widget_message_text js-message_text" dir="auto">${escape(chat.title)} pinned a message</div>`
    : text === ''
      ? ''
      : `<div class="tgme_widget_message_text js-message_text" dir="auto">${album ? `<div class="tgme_widget_message_text js-message_text" dir="auto">${text}</div>` : text}</div>`
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap">
<div class="tgme_widget_message text_not_supported_wrap${message.service ? ' service_message' : ''} js-widget_message" data-post="${chat.name}/${message.id}" data-view="eyJ9">
<div class="tgme_widget_message_user"><a href="https://t.me/${chat.name}"><i class="tgme_widget_message_user_photo bgcolor6"><img src="${chat.avatar}"></i></a></div>
<div class="tgme_widget_message_bubble"><div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name" href="https://t.me/${chat.name}"><span dir="auto">${escape(chat.title)}</span></a></div>
${message.replyTo === null ? '' : `<a class="tgme_widget_message_reply" href="https://t.me/${chat.name}/${message.replyTo}"><div class="tgme_widget_message_author accent_color"><span class="tgme_widget_message_author_name" dir="auto">${escape(chat.title)}</span></div><div class="tgme_widget_message_text js-message_reply_text" dir="auto">quoted</div></a>`}
${pictures.join('')}${written}${footMarkup(`https://t.me/${chat.name}/${message.id}`, message)}</div></div></div>`
}

function commentMarkup(chat: SimulatedChat, post: SimulatedMessage, comment: SimulatedMessage): string {
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message js-widget_message" data-post-id="${comment.id}">
${comment.author?.username ? `<div class="tgme_widget_message_user"><a href="https://t.me/${comment.author.username}"><i class="tgme_widget_message_user_photo"><img src="//cdn4.telesco.pe/file/${comment.author.username}.jpg"></i></a></div>` : ''}
<div class="tgme_widget_message_bubble"><div class="tgme_widget_message_author accent_color">${authorMarkup(comment.author)}</div>
${comment.replyTo === null ? '' : `<div class="tgme_widget_message_reply js-reply_to" data-reply-to="${comment.replyTo}"><span class="tgme_widget_message_author_name">Somebody else</span><div class="tgme_widget_message_text js-message_reply_text">quoted</div></div>`}
<div class="tgme_widget_message_text js-message_text" dir="auto">${textMarkup(comment.text)}</div>${footMarkup(`https://t.me/${chat.name}/${post.id}?comment=${comment.id}`, comment)}</div></div></div>`
}

function authorMarkup(author: SimulatedPerson | null): string {
  if (!author) return '<span class="tgme_widget_message_author_name" dir="auto">Deleted Account</span>'
  return author.username
    ? `<a class="tgme_widget_message_author_name" href="https://t.me/${author.username}"><span dir="auto">${escape(author.name)}</span></a>`
    : `<span class="tgme_widget_message_author_name" dir="auto">${escape(author.name)}</span>`
}

function footMarkup(link: string, { at, editedAt, signature }: SimulatedMessage): string {
  return `<div class="tgme_widget_message_footer compact js-message_footer"><div class="tgme_widget_message_info short js-message_info">
<span class="tgme_widget_message_views">1.5K</span><span class="copyonly"> views</span><span class="tgme_widget_message_meta">${signature === null ? '' : `<span class="tgme_widget_message_from_author" dir="auto">${escape(signature)}</span>,&nbsp;`}${editedAt ? 'edited &nbsp;' : ''}<a class="tgme_widget_message_date" href="${link}"><time datetime="${at.toISOString().replace(/\.\d+Z/, '+00:00')}" class="time">12:00</time></a></span></div></div>`
}

const nothing = (words: string): string =>
  `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message_centered"><div class="tme_no_messages_found">${words}</div></div></div>`

const textMarkup = (text: string): string => escape(text).replaceAll('\n', '<br/>')
const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('!', '&#33;')
const shortCount = (count: number): string =>
  count >= 1_000_000
    ? `${(count / 1_000_000).toFixed(1)}M`
    : count >= 1_000
      ? `${(count / 1_000).toFixed(1)}K`
      : String(count)
