/** What can be asked of us in a chat, in words or by a button; the same in every messenger. */
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import type { NoticeRule, NoticeSettings } from '../../../../../contract/reach/notices.ts'
import { readPause } from '../../../../../rules/notices/pause.ts'
import { momentOfDay } from '../../../../../rules/notices/wall-time.ts'
import { beginningOf, momentInWords } from '../../../../../rules/notices/words.ts'
import { messagesInWords } from '../../../../../rules/plural.ts'
import { TOTAL_CAP } from '../../../../../contract/total-cap.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { asNotice, numberRows, textPieces } from './card.ts'
import { bold, chatLines, type Button, type Messenger, type ChatPiece, type Reply } from './chat.ts'
import type { ChatPerson } from './link-chat.ts'
import { writePress, type CommandName, type PressData } from './press-data.ts'

/** As people call them, beside `/name`: the first is on the button. */
const commandWords: Record<CommandName, string[]> = {
  help: ['помощь', 'команды', 'начать', 'start'],
  today: ['сегодня', 'что сегодня'],
  filters: ['фильтры', 'настройки'],
  pause: ['пауза', 'тише'],
  resume: ['продолжить', 'включить', 'снова'],
  stop: ['стоп', 'отвязать'],
}

export const commandDescriptions: Record<CommandName, string> = {
  today: 'что пришло сегодня',
  filters: 'о каких фильтрах сообщать',
  pause: 'не беспокоить: 1ч, до утра, сутки',
  resume: 'закончить паузу',
  stop: 'отвязать этот чат',
  help: 'что я умею',
}

export interface Command {
  name: CommandName | 'link'
  /** What stands behind it. */
  rest: string
}

/** «/pause 1ч», «пауза до утра», «/start КОД»; null: none of ours. */
export function readCommand(text: string): Command | null {
  const [, slash = '', first = '', more = ''] =
    /^(\/?)([\p{L}\d_]+)(?:@\w+)?[.!]?(?:\s+(.*))?$/su.exec(text.trim()) ?? []
  const [word, rest] = [first.toLowerCase(), more.trim()]
  if (slash === '/' && word === 'start') return rest === '' ? { name: 'help', rest } : { name: 'link', rest }
  for (const [name, words] of Object.entries(commandWords) as [CommandName, string[]][]) {
    if (word === name || words.includes(word)) return { name, rest }
    if (slash === '' && words.includes(text.trim().toLowerCase())) return { name, rest: '' }
  }
  return null
}

const commandButton = (name: CommandName): Button => {
  const [word = name] = commandWords[name]
  return { text: word.slice(0, 1).toUpperCase() + word.slice(1), press: writePress({ do: 'command', name }) }
}

export const mainButtons = (): Button[][] => [
  [commandButton('today'), commandButton('filters')],
  [commandButton('pause'), commandButton('help')],
]

export function helpReply({ title }: Messenger, person: ChatPerson | null): Reply {
  if (!person) return { pieces: howToLink(title), buttons: [] }
  const lines = (Object.entries(commandDescriptions) as [CommandName, string][]).map(
    ([name, what]) => `/${name} — ${what}`,
  )
  return {
    pieces: chatLines(
      bold(`Уведомления Эхолота для ${person.name}`),
      'Сюда приходят сообщения людей, которые вас ищут. Кнопки под сообщением делают то же, что в ленте.',
      '',
      ...lines,
      '',
      'Можно и словами: «сегодня», «пауза до утра», «стоп».',
    ),
    buttons: mainButtons(),
  }
}

export const howToLink = (title: string): ChatPiece[] =>
  chatLines(
    bold('Этот чат не привязан к аккаунту Эхолота'),
    `Откройте на сайте «Уведомления», нажмите «Привязать ${title}» и перейдите по ссылке оттуда.`,
  )

/** Until when notices rest; without words how long is asked. */
export async function pauseReply(ctx: AppContext, person: ChatPerson, words: string): Promise<Reply> {
  if (words === '')
    return {
      pieces: chatLines(
        bold('На сколько сделать паузу?'),
        'Уведомления не будут приходить никуда: ни сюда, ни в браузер, ни на почту.',
      ),
      buttons: [
        [pauseButton('1 час', 'hour'), pauseButton('3 часа', 'hours')],
        [pauseButton('До утра', 'morning'), pauseButton('Сутки', 'day')],
      ],
    }
  const { settings } = await ctx.hooks.askByNotice(ctx, person, 'notices', 'getNoticeSettings', {})
  const { timeZone, preferences } = settings
  const now = ctx.clock.now()
  const until = readPause(words, { now, timeZone, quietTo: preferences.quiet?.to ?? null })
  if (!until)
    return {
      pieces: chatLines(
        'Не понимаю, на сколько. Напишите «пауза 1ч», «пауза 30 мин», «пауза до утра» или «пауза до 18:00».',
      ),
      buttons: [],
    }
  await ctx.hooks.askByNotice(ctx, person, 'notices', 'setNoticePreferences', { pausedUntil: until.toISOString() })
  return {
    pieces: chatLines(
      `Уведомлений не будет до ${momentInWords(until, now, timeZone)}. Что придёт за это время, останется в ленте.`,
    ),
    buttons: [[commandButton('resume')]],
  }
}

const pauseWords = { hour: '1ч', hours: '3ч', morning: 'до утра', day: 'сутки' } as const
export const wordsOfPause = ({ how }: Extract<PressData, { do: 'pause' }>): string => pauseWords[how]

const pauseButton = (text: string, how: keyof typeof pauseWords): Button => ({
  text,
  press: writePress({ do: 'pause', how }),
})

export async function resumeReply(ctx: AppContext, person: ChatPerson): Promise<Reply> {
  await ctx.hooks.askByNotice(ctx, person, 'notices', 'setNoticePreferences', { pausedUntil: null })
  return { pieces: chatLines('Паузы больше нет: уведомления снова приходят.'), buttons: [] }
}

type FilterRules = NoticeSettings['filters'][number]

/** One page of the filters, each with a button that turns its notices here on or off. */
export async function filtersReply(
  ctx: AppContext,
  messenger: Messenger,
  person: ChatPerson,
  page = 0,
): Promise<Reply> {
  const { settings } = await ctx.hooks.askByNotice(ctx, person, 'notices', 'getNoticeSettings', {})
  return drawFilters(messenger, settings.filters, page)
}

/** Turns notices of a filter on or off in this messenger. What was set of it besides is kept. */
export async function switchRule(
  ctx: AppContext,
  messenger: Messenger,
  person: ChatPerson,
  { filterId, on, page }: Extract<PressData, { do: 'rule' }>,
): Promise<Reply> {
  const { name: channel } = messenger
  const { settings } = await ctx.hooks.askByNotice(ctx, person, 'notices', 'getNoticeSettings', {})
  const known = settings.filters.find((filter) => filter.filterId === filterId)?.rules[channel]
  // A filter that is gone is refused by the call itself.
  const rule: NoticeRule = known ?? { mode: 'off', hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7], level: 'hot', smallest: 1 }
  const mode = on ? (rule.mode === 'off' ? 'now' : rule.mode) : 'off'
  const changed = await ctx.hooks.askByNotice(ctx, person, 'notices', 'setNoticeRule', {
    filterId,
    channel,
    ...rule,
    mode,
  })
  return drawFilters(messenger, changed.settings.filters, page)
}

function drawFilters({ name, title, listRows }: Messenger, filters: FilterRules[], asked: number): Reply {
  const pages = Math.max(1, Math.ceil(filters.length / listRows))
  const page = Math.min(asked, pages - 1)
  const shown = filters.slice(page * listRows, (page + 1) * listRows)
  const turn = (text: string, to: number): Button => ({ text, press: writePress({ do: 'list', page: to }) })
  const turns = [
    ...(page > 0 ? [turn('← Раньше', page - 1)] : []),
    ...(page < pages - 1 ? [turn('Дальше →', page + 1)] : []),
  ]
  return {
    pieces: chatLines(
      bold(`О чём сообщать в ${title}`),
      'Нажмите на фильтр, чтобы включить или выключить. Тонкие настройки на сайте: «Уведомления».',
    ),
    buttons: [
      ...shown.map(({ filterId, name: filterName, rules }): Button[] => {
        const rule = rules[name]
        const press = writePress({ do: 'rule', filterId, on: rule.mode === 'off', page })
        return [
          { text: `${rule.mode === 'off' ? '○' : '●'} ${beginningOf(filterName, 24)}: ${modeInWords(rule)}`, press },
        ]
      }),
      ...(turns.length > 0 ? [turns] : []),
    ],
  }
}

function modeInWords({ mode, hour }: NoticeRule): string {
  if (mode === 'daily') return `в ${hour}:00`
  return { off: 'нет', now: 'сразу', hourly: 'раз в час' }[mode]
}

const TODAY_FILTERS = 5
const TODAY_MESSAGES = 2
const TODAY_TEXT = 160

/** How much came today for the filters that are on here, and the hottest of it. The numbers are those the feed shows for the same day. */
export async function todayReply(ctx: AppContext, { name: channel }: Messenger, person: ChatPerson): Promise<Reply> {
  const { settings } = await ctx.hooks.askByNotice(ctx, person, 'notices', 'getNoticeSettings', {})
  const { filters } = await ctx.hooks.askByNotice(ctx, person, 'filters', 'listFilters', {})
  const notified = new Set(
    settings.filters.filter(({ rules }) => rules[channel].mode !== 'off').map((each) => each.filterId),
  )
  const asked = filters.filter(({ id, isDefault, own }) => (notified.size > 0 ? notified.has(id) : isDefault && own))
  const today = momentOfDay(ctx.clock.now(), settings.timeZone, 0, 0)
  const pieces: ChatPiece[] = [bold('Сегодня')]
  const buttons: Button[][] = []
  const shownIds: number[] = []
  for (const filter of asked.slice(0, TODAY_FILTERS)) {
    const found = await ctx.hooks.askByNotice(ctx, person, 'feed', 'queryFeed', {
      filter: sinceToday(filter, today),
      order: 'hot',
      limit: TODAY_MESSAGES,
    })
    const count = found.totalCapped ? TOTAL_CAP + 1 : found.total
    pieces.push(
      ...chatLines('', '', bold(`${filter.name}: ${count === 0 ? 'ничего' : messagesInWords(count, TOTAL_CAP)}`)),
    )
    const fresh = found.messages.filter(({ id }) => !shownIds.includes(id))
    buttons.push(
      ...numberRows(
        fresh.map(({ id }) => id),
        filter.id,
        shownIds.length + 1,
      ),
    )
    for (const message of fresh.map(asNotice)) {
      shownIds.push(message.id)
      pieces.push(
        ...chatLines('', `${shownIds.length}. `),
        ...textPieces({ ...message, text: message.text.replace(/\s/gu, ' ') }, TODAY_TEXT),
      )
    }
  }
  if (asked.length > TODAY_FILTERS) pieces.push(...chatLines('', '', `и ещё фильтров: ${asked.length - TODAY_FILTERS}`))
  return {
    pieces,
    buttons: [
      ...(buttons.length > 0 ? [buttons.flat()].flatMap(inRows) : []),
      [{ text: 'Открыть ленту', url: `${ctx.config.siteUrl}/feed` }],
    ],
  }
}

const inRows = (buttons: Button[]): Button[][] =>
  Array.from({ length: Math.ceil(buttons.length / 5) }, (_, row) => buttons.slice(row * 5, (row + 1) * 5))

/** The same filter from midnight on; what it leaves out by its own days stays left out. */
function sinceToday(filter: FilterFields, today: Date): Partial<FilterFields> {
  const from = filter.fromDate !== null && new Date(filter.fromDate) > today ? filter.fromDate : today.toISOString()
  const fields = Object.keys(emptyFilter) as (keyof FilterFields)[]
  return { ...Object.fromEntries(fields.map((field) => [field, filter[field]])), recentDays: null, fromDate: from }
}
