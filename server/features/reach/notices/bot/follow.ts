/** What follows from what someone wrote or pressed in a chat. Asked twice about the same it does the same: what broke off is followed again. */
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { Tx } from '../../../../kit/sql.ts'
import {
  bold,
  ChatError,
  chatLines,
  type Incoming,
  type Messenger,
  type Pressed,
  type Reply,
  type ChatMessage,
} from './chat.ts'
import {
  filtersReply,
  helpReply,
  howToLink,
  mainButtons,
  pauseReply,
  readCommand,
  resumeReply,
  todayReply,
  type Command,
} from './commands.ts'
import { doPressed, refusalInWords, unlinkedPress } from './do-pressed.ts'
import { endChat, findChatPerson, linkChat, liveAddress, moveChat, type ChatAddress } from './link-chat.ts'
import { spendLinkToken } from './link-tokens.ts'
import { readPress } from './press-data.ts'

export async function follow(ctx: AppContext, messenger: Messenger, incoming: Incoming): Promise<void> {
  try {
    await followChat(ctx, messenger, incoming)
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    // What they did stands; only the answer can not be given.
    const { what } = error
    if (what.is === 'wait') throw error
    if (what.is === 'gone')
      await ctx.db.transaction().execute((tx) => endChat(tx, ctx, messenger.name, incoming.chat.key, what.because))
    else ctx.log.warn({ channel: messenger.name, error: error.message }, 'an answer in a chat was refused')
  }
}

async function followChat(ctx: AppContext, messenger: Messenger, incoming: Incoming): Promise<void> {
  const { name } = messenger
  switch (incoming.kind) {
    case 'left':
      await ctx.db.transaction().execute((tx) => endChat(tx, ctx, name, incoming.chat.key, incoming.because))
      return
    case 'moved':
      await ctx.db.transaction().execute((tx) => moveChat(tx, ctx, name, incoming.chat.key, incoming.to))
      return
    case 'press':
      await followPress(ctx, messenger, incoming)
      return
    case 'words':
      await followWords(ctx, messenger, incoming)
  }
}

async function followPress(ctx: AppContext, messenger: Messenger, pressed: Pressed): Promise<void> {
  const person = await findChatPerson(ctx, messenger.name, pressed.from.key)
  if (!person) return messenger.answer(ctx, pressed, unlinkedPress(messenger.title))
  await doPressed({ ctx, messenger, pressed, person })
  const data = readPress(pressed.data)
  if (data?.do === 'command') await followWords(ctx, messenger, { ...pressed, kind: 'words', text: `/${data.name}` })
}

async function followWords(ctx: AppContext, messenger: Messenger, received: ChatMessage): Promise<void> {
  const { chat, text } = received
  const command = readCommand(text)
  // In a group people talk to each other.
  if (chat.group && !text.startsWith('/')) return
  const reply =
    command?.name === 'link'
      ? await link(ctx, messenger, received, command.rest)
      : await obey(ctx, messenger, received, command)
  await messenger.send(ctx, chat.key, reply)
}

async function obey(
  ctx: AppContext,
  messenger: Messenger,
  received: ChatMessage,
  command: Command | null,
): Promise<Reply> {
  const { chat, from } = received
  if (command?.name === 'stop') return stop(ctx, messenger, received)
  const person = await findChatPerson(ctx, messenger.name, from.key)
  if (!person) return { pieces: howToLink(messenger.title), buttons: [] }
  // What someone sets is between them and us.
  if (chat.group && (command?.name === 'filters' || command?.name === 'pause' || command?.name === 'resume'))
    return { pieces: chatLines('Это личная настройка: напишите мне то же в личном чате.'), buttons: [] }
  try {
    switch (command?.name) {
      case 'today':
        return await todayReply(ctx, messenger, person)
      case 'filters':
        return await filtersReply(ctx, messenger, person)
      case 'pause':
        return await pauseReply(ctx, person, command.rest)
      case 'resume':
        return await resumeReply(ctx, person)
      default:
        return helpReply(messenger, person)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { pieces: chatLines(refusalInWords(error)), buttons: [] }
  }
}

/** Ties the chat to whose token it is. */
async function link(ctx: AppContext, messenger: Messenger, received: ChatMessage, token: string): Promise<Reply> {
  const { name } = messenger
  const { from } = received
  const chat =
    received.chat.title === ''
      ? { ...received.chat, title: await messenger.findTitle(ctx, received.chat) }
      : received.chat
  const again = 'Откройте на сайте «Уведомления» и нажмите «Привязать» ещё раз: ссылка действует 15 минут и один раз.'
  return ctx.db.transaction().execute(async (tx): Promise<Reply> => {
    const spent = await spendLinkToken(tx, ctx.clock, name, token)
    if (spent.is === 'unknown') return { pieces: chatLines(bold('Этот код не подошёл'), again), buttons: [] }
    if (spent.is !== 'good') {
      // The answer to the first time may have been lost on its way.
      const known = await liveAddress(tx, name, chat.key).executeTakeFirst()
      if (known?.userId === spent.userId) return linkedReply(tx, known.userId, chat.group)
      return {
        pieces: chatLines(bold(spent.is === 'used' ? 'Этот код уже использован' : 'Код устарел'), again),
        buttons: [],
      }
    }
    const { userId } = spent
    const linked = await linkChat(tx, ctx, { channel: name, chat, by: from.key || null, userId })
    if (linked.is === 'taken')
      return {
        pieces: chatLines('Эта группа уже привязана к другому аккаунту. Отвязать её может тот, кто привязал: /stop'),
        buttons: [],
      }
    if (linked.is === 'full')
      return {
        pieces: chatLines('Адресов для уведомлений уже 50. Отвяжите лишние на сайте и попробуйте ещё раз.'),
        buttons: [],
      }
    return linkedReply(tx, userId, chat.group)
  })
}

/** It names the account: who followed a link of someone else sees whose it is. */
async function linkedReply(tx: Tx, userId: number, group: boolean): Promise<Reply> {
  const { username } = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    pieces: chatLines(
      bold(`Готово: чат привязан к аккаунту ${username}`),
      group
        ? 'Сюда будут приходить уведомления этого аккаунта. Кнопки работают у всех, кто привязал свой личный чат со мной.'
        : 'Сюда будут приходить уведомления Эхолота. О чём сообщать, выбирается здесь или на сайте. Не ваш аккаунт? Напишите /stop.',
    ),
    buttons: group ? [] : mainButtons(),
  }
}

/** A private chat is its person's; a group is unlinked by who linked it. */
async function stop(ctx: AppContext, { name, title }: Messenger, { chat, from }: ChatMessage): Promise<Reply> {
  return ctx.db.transaction().execute(async (tx): Promise<Reply> => {
    const known = await liveAddress(tx, name, chat.key).executeTakeFirst()
    if (!known) return { pieces: howToLink(title), buttons: [] }
    const { by } = known.address as unknown as ChatAddress
    const owner = chat.group ? await findChatPerson({ db: tx, config: ctx.config }, name, from.key) : null
    if (chat.group && by !== from.key && owner?.id !== known.userId)
      return { pieces: chatLines('Отвязать группу может только тот, кто её привязал.'), buttons: [] }
    await endChat(tx, ctx, name, chat.key, 'unlinked')
    return {
      pieces: chatLines(
        bold('Чат отвязан'),
        'Уведомлений здесь больше не будет. Вернуть их можно на сайте: «Уведомления».',
      ),
      buttons: [],
    }
  })
}
