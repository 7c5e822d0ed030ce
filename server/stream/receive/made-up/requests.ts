/** How people of the made-up network ask for a service. */
import { fill } from './fill.ts'
import type { MadeUpPerson } from './people.ts'
import type { MadeUpGroup } from './places.ts'
import type { Random } from './random.ts'
import type { Circle, RequestTexts } from './read-texts.ts'
import { madeUpTexts } from './texts.ts'
import type { Gender, Trade } from './trade.ts'

const needed: Record<Gender, string> = { m: 'нужен', i: 'нужен', f: 'нужна', n: 'нужно', p: 'нужны', a: 'нужны' }

export function requestText(trade: Trade, author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  const texts = madeUpTexts().requests
  const values = {
    town: group.town.name,
    locative: group.town.locative,
    thankful: `Буду ${author.female ? 'благодарна' : 'благодарен'}`,
  }
  const parts = [sentence(ask(texts, trade, values, random))]
  if (random.chance(0.62)) {
    const story = random.pick(trade.more)
    // Some tell their story first.
    if (random.chance(0.25)) parts.unshift(story)
    else parts.push(story)
  }
  if (random.chance(0.25)) parts.push(fill(random.pick(texts.places), random, values))
  if (random.chance(0.22)) parts.push(fill(random.pick(texts.times), random, values))
  if (random.chance(0.5)) parts.push(fill(random.pick(texts.closings), random, values))
  if (random.chance(0.66)) parts.unshift(greeting(texts, author, group, random))
  const text = parts.join(random.chance(0.12) ? '\n' : ' ')
  return carelessly(random.chance(0.3) ? `${text} ${random.pick(texts.pictures)}` : text, random)
}

function ask(texts: RequestTexts, trade: Trade, values: Record<string, string>, random: Random): string {
  const way = random.next()
  if (way < 0.3) {
    const todo = random.pick(trade.todo)
    const isOwn = texts['done in person'].some((verb) => todo.startsWith(verb))
    return fill(random.pick(texts[isOwn ? 'things to do oneself' : 'things to do']), random, { ...values, todo })
  }
  if (way < 0.5) {
    const { gender, text } = random.pick(trade.need)
    return fill(random.pick(texts['things to need']), random, { ...values, needed: needed[gender], need: text })
  }
  const { gender, text } = random.pick(trade.seek)
  const seek = random.chance(0.6) ? `${random.pick(texts[`sought ${gender}`])} ${text}` : text
  // «Контакты хорошего мастера»: of people alone the accusative is the genitive too.
  const whomToSeek = texts['whom to seek']
  const templates = gender === 'm' || gender === 'a' ? [...whomToSeek, ...texts['people to seek']] : whomToSeek
  return fill(random.pick(templates), random, { ...values, seek })
}

/** Kinds of groups that greet in a way of their own. */
const greetingCircles = ['house', 'mothers', 'business', 'drivers'] as const
type GreetingCircle = (typeof greetingCircles)[number]
const hasGreetings = (circle: Circle): circle is GreetingCircle =>
  (greetingCircles as readonly Circle[]).includes(circle)

function greeting(texts: RequestTexts, author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  const { circle } = group
  const own = hasGreetings(circle) && (author.female || circle !== 'mothers') ? texts[`greetings ${circle}`] : undefined
  const template = own !== undefined && random.chance(0.6) ? random.pick(own) : random.pick(texts.greetings)
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
