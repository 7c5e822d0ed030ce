/** How people of the made-up network ask for a service. */
import { fill } from './fill.ts'
import type { MadeUpPerson } from './people.ts'
import type { MadeUpGroup } from './places.ts'
import type { Random } from './random.ts'
import { gendered, type Gender, type Trade } from './trade.ts'

/** What suits a person and what suits a thing, in the accusative. */
const sought: Record<Gender, string[]> = {
  m: ['хорошего', 'проверенного', 'недорогого', 'толкового', 'опытного', 'адекватного'],
  a: ['хороших', 'проверенных', 'недорогих', 'толковых', 'адекватных'],
  f: ['хорошую', 'проверенную', 'недорогую'],
  i: ['хороший', 'недорогой', 'проверенный'],
  n: ['хорошее', 'недорогое'],
  p: ['хорошие', 'недорогие'],
}

const needed: Record<Gender, string> = { m: 'нужен', i: 'нужен', f: 'нужна', n: 'нужно', p: 'нужны', a: 'нужны' }

const greetings = [
  '{Всем привет|Добрый день|Добрый вечер|Здравствуйте|Доброе утро|Привет всем|Доброго дня}{!|.|)| 👋}',
  '{Ребята|Друзья|Народ|Люди добрые}!',
  '{Друзья|Жители {town}}, {выручайте|помогайте}!',
]
const greetingsOf: Partial<Record<MadeUpGroup['circle'], string[]>> = {
  house: ['Соседи, {привет|добрый вечер|добрый день|доброе утро}!', 'Соседи!', 'Уважаемые соседи!'],
  mothers: ['{Девочки|Мамочки}, {привет|добрый день|добрый вечер}!', '{Мамочки|Девочки}!'],
  business: ['Коллеги, {добрый день|приветствую|здравствуйте}!'],
  drivers: ['{Водители|Автолюбители}, {привет|приветствую}!', 'Всем ни гвоздя ни жезла!'],
}

const whomToSeek = [
  '{Посоветуйте|Порекомендуйте|Подскажите}{, пожалуйста,| пожалуйста| плиз|} {seek}.',
  'Ищу {seek}.',
  'Ищем {seek}{.|, кто с кем работал?}',
  '{Подскажите|Посоветуйте}, пожалуйста, {seek} в {locative}.',
  'Может {кто-нибудь|кто} {посоветовать|порекомендовать} {seek}?',
  'Кого посоветуете? Ищу {seek}.',
]
const peopleToSeek = [
  'Кто знает {seek}{?|??| 🙏}',
  'Поделитесь{, пожалуйста,|} контактами {seek}.',
  '{Скиньте|Дайте|Пришлите}{, пожалуйста,|} {контакты|номер|телефон} {seek}.',
  'Подскажите {контакты|номер|телефончик} {seek}{.|, кто пользовался.}',
]
const thingsToNeed = [
  '{needed} {need}{!|.|}',
  'Срочно {needed} {need}{!|!!|}',
  '{town}: {needed} {need}.',
  'Очень {needed} {need}{.|, подскажите}',
]
const thingsToDo = [
  'Кто может {todo}{?|??}',
  '{Подскажите, где|Где} {можно|лучше|недорого} {todo}?',
  'Подскажите{, пожалуйста,|,} кто может {todo}{?| недорого?}',
  'К кому обратиться, чтобы {todo}?',
  'Где в {locative} {можно|лучше} {todo}?',
  'Кто сможет {todo} {на этой неделе|в субботу|до пятницы|в выходные}?',
  'Сколько стоит {todo}{?| сейчас?}',
]

/** What the asker does himself: one asks where, and not who can. */
const ownDeed =
  /^(заказать|купить|отметить|отпраздновать|отдать|записать|записаться|взять|оформить|рефинансировать|отучиться|сдать|переобуться|заниматься|ходить|учить|учиться|научиться|найти|оставить|пройти|подготовиться)/u
const thingsToDoOneself = [
  '{Подскажите, где|Где} {можно|лучше|недорого} {todo}?',
  'Где в {locative} {можно|лучше} {todo}?',
  'Где вы советуете {todo}? {Подскажите|Посоветуйте}, пожалуйста.',
]

const places = [
  'Желательно {в центре|недалеко от вокзала|на левом берегу|в нашем районе}.',
  'Район {парка|рынка|набережной|стадиона|старого моста}.',
  'Мы {в новостройках|в центре|за мостом|в пригороде}.',
  '{town}, {центр|окраина|Заречье|новый микрорайон}.',
]
const times = [
  '{На следующей неделе|В субботу|В ближайшие дни|До конца месяца|В первых числах}.',
  'Можно {вечером|в выходные|после шести}.',
  'Сроки не горят.',
  'Горит, как обычно 🔥',
]
const closings = [
  'Заранее спасибо!',
  'Спасибо{!|)| 🙏| ❤️}',
  'Пишите в лс.',
  'Можно в комментарии.',
  'Сориентируйте по цене.',
  'Цена {тоже |}важна.',
  '{thankful}{!|)}',
  'Отзывы приветствуются.',
  'Только не посредники.',
  'Нужны реальные отзывы, не реклама.',
  '{town}.',
]
const pictures = ['🙏', '😊', '🙈', '🤔', '😅', '👀', '🙂', '❤️', '☺️', '🔥']

export function requestText(trade: Trade, author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  const values = {
    town: group.town.name,
    locative: group.town.locative,
    thankful: `Буду ${author.female ? 'благодарна' : 'благодарен'}`,
  }
  const parts = [sentence(ask(trade, values, random))]
  if (random.chance(0.62)) {
    const story = random.pick(trade.more)
    // Some tell their story first.
    if (random.chance(0.25)) parts.unshift(story)
    else parts.push(story)
  }
  if (random.chance(0.25)) parts.push(fill(random.pick(places), random, values))
  if (random.chance(0.22)) parts.push(fill(random.pick(times), random, values))
  if (random.chance(0.5)) parts.push(fill(random.pick(closings), random, values))
  if (random.chance(0.66)) parts.unshift(greeting(author, group, random))
  const text = parts.join(random.chance(0.12) ? '\n' : ' ')
  return carelessly(random.chance(0.3) ? `${text} ${random.pick(pictures)}` : text, random)
}

function ask(trade: Trade, values: Record<string, string>, random: Random): string {
  const way = random.next()
  if (way < 0.3) {
    const todo = random.pick(trade.todo)
    return fill(random.pick(ownDeed.test(todo) ? thingsToDoOneself : thingsToDo), random, { ...values, todo })
  }
  if (way < 0.5) {
    const { gender, text } = gendered(random.pick(trade.need))
    return fill(random.pick(thingsToNeed), random, { ...values, needed: needed[gender], need: text })
  }
  const { gender, text } = gendered(random.pick(trade.seek))
  const seek = random.chance(0.6) ? `${random.pick(sought[gender])} ${text}` : text
  // «Контакты хорошего мастера»: of people alone the accusative is the genitive too.
  const templates = gender === 'm' || gender === 'a' ? [...whomToSeek, ...peopleToSeek] : whomToSeek
  return fill(random.pick(templates), random, { ...values, seek })
}

function greeting(author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  const own = author.female || group.circle !== 'mothers' ? greetingsOf[group.circle] : undefined
  const template = own !== undefined && random.chance(0.6) ? random.pick(own) : random.pick(greetings)
  return fill(fill(template.replace('{town}', group.town.genitive), random), random)
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?)\p{Extended_Pictographic}]$/u.test(first) ? first : `${first}.`
}

/** People type fast: small letters, е for ё, no full stop, a letter too many or too few. */
function carelessly(text: string, random: Random): string {
  let typed = text
  if (random.chance(0.75)) typed = typed.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  if (random.chance(0.12)) typed = typed.toLowerCase()
  if (random.chance(0.15)) typed = typed.replace(/[.]$/, '')
  if (random.chance(0.1))
    typed = typed.replace('пожалуйста', random.pick(['пожалуста', 'пожалуйсто', 'пж', 'пожалуйстаа']))
  if (random.chance(0.06)) typed = typed.replace(', ', ' ,')
  if (random.chance(0.06)) typed = typed.replace(/!/, random.pick(['!!', '!!!', '))']))
  return typed
}
