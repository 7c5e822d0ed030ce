/**
 * What a press under a message does, in the name of who pressed: the calls of the feed themselves, with the rights that person has now. The buttons then
 * say what was done; in a group they say who did it, for everybody has the same message there.
 */
import { readFilterWords } from '../../../../../rules/filters/words.ts'
import { noticeActionTitles } from '../../../../../rules/notices/words.ts'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { asNotice, cardReply, actionButtons } from './card.ts'
import { type Button, type Messenger, type Pressed, type Reply } from './chat.ts'
import { filtersReply, switchRule, wordsOfPause, pauseReply } from './commands.ts'
import type { ChatPerson } from './link-chat.ts'
import { hashOfWord, readPress, writePress, type PressData } from './press-data.ts'
import { stopWordsOf } from './stop-words.ts'

type OfMessage = Extract<PressData, { messageId: number }>
type OfWord = Extract<PressData, { word: string }>

interface Doing {
  ctx: AppContext
  messenger: Messenger
  pressed: Pressed
  person: ChatPerson
}

/** What the press led to: words over the chat, and how its buttons look now. */
interface Done {
  words: string | null
  change?: (buttons: Button[][]) => Button[][]
}

export async function doPressed(doing: Doing): Promise<void> {
  const { ctx, messenger, pressed, person } = doing
  const data = readPress(pressed.data)
  try {
    if (data === null) return await messenger.answer(ctx, pressed, 'Эта кнопка устарела. Откройте ленту.')
    if (data.do === 'nothing' || data.do === 'command') return await messenger.answer(ctx, pressed, null)
    if (data.do === 'rule' || data.do === 'list') {
      const reply =
        data.do === 'rule'
          ? await switchRule(ctx, messenger, person, data)
          : await filtersReply(ctx, messenger, person, data.page)
      await messenger.replace(ctx, pressed, reply)
      return await messenger.answer(ctx, pressed, null)
    }
    if (data.do === 'pause') {
      await messenger.replace(ctx, pressed, await pauseReply(ctx, person, wordsOfPause(data)))
      return await messenger.answer(ctx, pressed, null)
    }
    const { words, change } = await doWithMessage(doing, data)
    if (change) await messenger.change(ctx, pressed, change, () => drawMessage(doing, data))
    await messenger.answer(ctx, pressed, words)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await messenger.answer(ctx, pressed, refusalInWords(error))
  }
}

/** What the call refused, as someone in a chat reads it. */
export function refusalInWords({ code, message, details }: AppError): string {
  switch (code) {
    case 'LEAD_ALREADY_TAKEN':
      return details?.name ? `Уже в работе: ${String(details.name)}` : message
    case 'FORBIDDEN':
      return 'У вас право только просматривать. Попросите владельца команды дать право работать.'
    case 'MESSAGE_NOT_FOUND':
      return 'Этого сообщения уже нет в вашей ленте.'
    case 'FILTER_NOT_FOUND':
      return 'Этого фильтра нет среди ваших.'
    case 'VALIDATION_FAILED':
      return 'В этом фильтре уже слишком много слов.'
    default:
      return message
  }
}

async function doWithMessage(doing: Doing, data: OfMessage): Promise<Done> {
  switch (data.do) {
    case 'show':
      await doing.messenger.send(doing.ctx, doing.pressed.chat.key, await drawMessage(doing, data))
      return { words: null }
    case 'favorite':
    case 'unfavorite':
      return setFavorite(doing, data)
    case 'notMine':
      return setNotMine(doing, data)
    case 'mine':
      return setMine(doing, data)
    case 'take':
      return take(doing, data)
    case 'justNotMine':
      return { words: null, change: (rows) => withoutWords(rows) }
    case 'tryWord':
      return tryWord(doing, data)
    case 'hideWord':
      return hideWord(doing, data)
  }
}

async function setFavorite(doing: Doing, data: OfMessage): Promise<Done> {
  const { ctx, person, pressed } = doing
  const value = data.do === 'favorite'
  await ctx.hooks.askByNotice(ctx, person, 'marks', 'setFavorite', { id: data.messageId, value })
  const plain = writePress({ ...data, do: 'favorite' })
  const undo = writePress({ ...data, do: 'unfavorite' })
  if (!value)
    return {
      words: 'Убрано из избранного',
      change: (rows) => swap(rows, [plain, undo], { text: noticeActionTitles.favorite, press: plain }),
    }
  // In a group the button stays everybody's, and adds their names.
  return {
    words: 'В избранном',
    change: (rows) =>
      swap(rows, [plain, undo], done('В избранном', rows, doing, pressed.chat.group ? plain : undo, plain)),
  }
}

async function setNotMine(doing: Doing, data: OfMessage): Promise<Done> {
  const { ctx, person, pressed } = doing
  const { messageId: id, filterId } = data
  await ctx.hooks.askByNotice(ctx, person, 'marks', 'setDislike', { id, value: true })
  const { message } = await ctx.hooks.askByNotice(ctx, person, 'feed', 'getMessage', { id })
  const words = filterId === 0 ? [] : stopWordsOf(asNotice(message))
  const plain = writePress({ ...data, do: 'notMine' } as PressData)
  const undo = writePress({ ...data, do: 'mine' } as PressData)
  const asked = wordRows(words, id, filterId)
  return {
    words: asked.length > 0 ? 'Отмечено. Скрывать ли похожие по слову?' : 'Отмечено: не моё',
    change: (rows) => [
      ...swap(withoutWords(rows), [plain, undo], done('Не моё', rows, doing, pressed.chat.group ? plain : undo, plain)),
      ...asked,
    ],
  }
}

async function setMine({ ctx, person }: Doing, data: OfMessage): Promise<Done> {
  await ctx.hooks.askByNotice(ctx, person, 'marks', 'setDislike', { id: data.messageId, value: false })
  const plain = writePress({ ...data, do: 'notMine' } as PressData)
  const undo = writePress({ ...data, do: 'mine' } as PressData)
  return {
    words: 'Отметка снята',
    change: (rows) => swap(withoutWords(rows), [plain, undo], { text: noticeActionTitles.notMine, press: plain }),
  }
}

async function take(doing: Doing, data: OfMessage): Promise<Done> {
  const { ctx, person } = doing
  const press = writePress({ ...data, do: 'take' } as PressData)
  const taken = (name: string) => (rows: Button[][]) =>
    swap(rows, [press], { text: `В работе ✓ · ${name}`, press: writePress({ do: 'nothing' }) })
  try {
    await ctx.hooks.askByNotice(ctx, person, 'leads', 'takeLead', { id: data.messageId })
    return { words: 'Взято в работу', change: taken(person.name) }
  } catch (error) {
    // The button says who has it, and no one presses it again.
    if (error instanceof AppError && error.code === 'LEAD_ALREADY_TAKEN' && error.details?.name)
      return { words: refusalInWords(error), change: taken(String(error.details.name)) }
    throw error
  }
}

/** How many it would hide, before it does. */
async function tryWord({ ctx, person }: Doing, data: OfWord): Promise<Done> {
  const { messageId: id, filterId } = data
  const word = await findWord(ctx, person, data)
  if (word === null) return { words: 'Текст сообщения изменился: этого слова в нём уже нет', change: withoutWords }
  const { hides, of, capped } = await ctx.hooks.askByNotice(ctx, person, 'feed', 'tryStopWord', { filterId, word })
  const number = (count: number): string => count.toLocaleString('ru')
  const counted = `${number(hides)} ${plural(hides, messageForms)} из ${capped ? 'последних ' : ''}${number(of)}`
  return {
    words: `За 30 дней слово «${word}» скрыло бы ${counted}`,
    change: (rows) => [
      ...withoutWords(rows),
      [
        {
          text: `Скрывать «${word}»: ${number(hides)} из ${number(of)}`,
          press: writePress({ ...data, do: 'hideWord' }),
        },
      ],
      [{ text: 'Не скрывать', press: writePress({ do: 'justNotMine', messageId: id, filterId }) }],
    ],
  }
}

async function hideWord({ ctx, person }: Doing, data: OfWord): Promise<Done> {
  const { filterId } = data
  const word = await findWord(ctx, person, data)
  if (word === null) return { words: 'Текст сообщения изменился: этого слова в нём уже нет', change: withoutWords }
  const { filters } = await ctx.hooks.askByNotice(ctx, person, 'filters', 'listFilters', {})
  const filter = filters.find(({ id }) => id === filterId)
  if (!filter) throw new AppError('FILTER_NOT_FOUND')
  const { excludedWords } = readFilterWords({ includedWords: [], excludedWords: [...filter.excludedWords, word] })
  await ctx.hooks.askByNotice(ctx, person, 'filters', 'updateFilter', { id: filterId, excludedWords })
  return {
    words: `Фильтр «${filter.name}» больше не показывает «${word}»`,
    change: (rows) => [...withoutWords(rows), [{ text: `Скрываем «${word}» ✓`, press: writePress({ do: 'nothing' }) }]],
  }
}

/** The word of the message that the button is of; null: the message says something else by now. */
async function findWord(ctx: AppContext, person: ChatPerson, { messageId, word }: OfWord): Promise<string | null> {
  const { message } = await ctx.hooks.askByNotice(ctx, person, 'feed', 'getMessage', { id: messageId })
  return stopWordsOf(asNotice(message)).find((each) => hashOfWord(each) === word) ?? null
}

const wordRows = (words: readonly string[], messageId: number, filterId: number): Button[][] => {
  if (words.length === 0) return []
  const buttons = words.map((word) => ({
    text: `− ${word}`,
    press: writePress({ do: 'tryWord', messageId, filterId, word: hashOfWord(word) }),
  }))
  return [
    buttons.slice(0, 2),
    ...(buttons.length > 2 ? [buttons.slice(2)] : []),
    [{ text: 'Просто не моё', press: writePress({ do: 'justNotMine', messageId, filterId }) }],
  ]
}

/** Without what asks for a stop-word. */
const withoutWords = (rows: Button[][]): Button[][] =>
  rows
    .map((row) => row.filter((button) => !('press' in button && isOfWord(button.press))))
    .filter((row) => row.length > 0)

const isOfWord = (press: string): boolean => ['tryWord', 'hideWord', 'justNotMine'].includes(readPress(press)?.do ?? '')

const swap = (rows: Button[][], presses: readonly string[], button: Button): Button[][] =>
  rows.map((row) => row.map((each) => ('press' in each && presses.includes(each.press) ? button : each)))

const LONGEST_LABEL = 60

/** «В избранном ✓», and in a group «В избранном ✓ · Анна, Борис». */
function done(label: string, rows: Button[][], { person, pressed }: Doing, press: string, plain: string): Button {
  if (!pressed.chat.group) return { text: `${label} ✓`, press }
  const before = rows
    .flat()
    .find((each) => 'press' in each && each.press === plain)
    ?.text.split(' ✓ · ')[1]
  const names = before === undefined ? [] : before.split(', ')
  const all = names.includes(person.name) ? names : [...names, person.name]
  const text = `${label} ✓ · ${all.join(', ')}`
  return { text: text.length > LONGEST_LABEL && before !== undefined ? `${label} ✓ · ${before}` : text, press }
}

/** The message as it is now, with what this person has done already on its buttons. */
async function drawMessage(doing: Doing, data: OfMessage): Promise<Reply> {
  const { ctx, person, pressed } = doing
  const { messageId: id, filterId } = data
  const { message } = await ctx.hooks.askByNotice(ctx, person, 'feed', 'getMessage', { id })
  const { filters } = await ctx.hooks.askByNotice(ctx, person, 'filters', 'listFilters', {})
  const filter = filters.find((each) => each.id === filterId) ?? null
  const { siteUrl } = ctx.config
  const reply = cardReply(asNotice(message), filter, { siteUrl, now: ctx.clock.now(), timeZone: person.timeZone })
  const own = { messageId: id, filterId }
  let buttons = actionButtons(id, filterId, siteUrl)
  const mark = (isDone: boolean, label: string, on: 'favorite' | 'notMine', off: 'unfavorite' | 'mine'): void => {
    const plain = writePress({ ...own, do: on })
    const next = pressed.chat.group ? plain : writePress({ ...own, do: off })
    if (isDone) buttons = swap(buttons, [plain], done(label, buttons, doing, next, plain))
  }
  mark(message.favorite, 'В избранном', 'favorite', 'unfavorite')
  mark(message.dislikes.includes(person.id), 'Не моё', 'notMine', 'mine')
  const assignee = message.lead?.assignee
  if (assignee)
    buttons = swap(buttons, [writePress({ ...own, do: 'take' })], {
      text: `В работе ✓ · ${assignee.name}`,
      press: writePress({ do: 'nothing' }),
    })
  return { ...reply, buttons }
}

export const unlinkedPress = (title: string): string =>
  `Сначала привяжите свой ${title} к аккаунту Эхолота: на сайте, «Уведомления».`
