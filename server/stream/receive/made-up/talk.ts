/** What the made-up network says apart from requests: talk, offers, vacancies, spam, answers. Nothing of it is a lead. */
import { fill } from './fill.ts'
import type { MadeUpPerson } from './people.ts'
import type { MadeUpGroup } from './places.ts'
import type { Random } from './random.ts'
import { madeUpTexts } from './texts.ts'
import type { Trade } from './trade.ts'

export function chatterText(author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  return fillTwice(random.pick(madeUpTexts().talk.chatter), author, group, random)
}

export function replyText(author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  return fillTwice(random.pick(madeUpTexts().talk.replies), author, group, random)
}

export function spamText(author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  return fillTwice(random.pick(madeUpTexts().talk.spam), author, group, random)
}

export function vacancyText(author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  return fillTwice(random.pick(madeUpTexts().talk.vacancies), author, group, random)
}

export function offerText(trade: Trade, author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  const template = random.pick(madeUpTexts().talk['offer tails']).replace('{offer}', random.pick(trade.offers))
  return fillTwice(template, author, group, random)
}

/** Alternatives may hold a number or an ending: these are filled first, being the innermost. */
function fillTwice(template: string, author: MadeUpPerson, group: MadeUpGroup, random: Random): string {
  // «написал{a}»
  const values = { town: group.town.name, locative: group.town.locative, a: author.female ? 'а' : '' }
  return fill(fill(template, random, values), random, values)
}
