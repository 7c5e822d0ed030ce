/**
 * Pronouns and prepositions in their forms. Unquoted, such a word fits all its other forms as well, and it names no trade, thing
 * or action: «кому» beside «участок» made a topic of every «участок … кто». Lists of seeds may hold it in quotes or in a phrase.
 */
import type { Report } from '../../../../engine/data/read-data.ts'

const forms = new Set(
  (
    'кто кого кому кем ком что чего чему чем чем-то что-то что-нибудь который которая которое которые которого которой которых ' +
    'которому которым которую чей чья чье чьи какой какая какое какие какого каких какому каким какую какими сколько где куда откуда ' +
    'когда как почему зачем это этот эта эти этого этой этих этому этим эту тот та то те того той тех тому тем ту такой такая такие ' +
    'такого таких такую сам сама сами себя себе собой весь вся все всех всем всего всю свой своя свои своего своих свою мой моя мои ' +
    'моего моих мою наш наша наши нашего наших нашу ваш ваша ваши вашего ваших вашу я меня мне мной ты тебя тебе он она оно они его ее ' +
    'их ему ей им него нее них нему ней ним мы нас нам нами вы вас вам вами никто никого никому некто некого некому другой другого ' +
    'в во на за под над до для из от с со к ко у о об по при про без через между перед около после и а но или да не ни ли бы же уж ' +
    'быть есть был была были'
  ).split(' '),
)
const indefinite = /^(?:кое-)?[а-яё]+-(?:то|нибудь|либо)$/

/** «кто», «кого-нибудь», «к кому»: asks, and names nothing. */
export const isNameless = (text: string): boolean =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(' ')
    .every((word) => forms.has(word) || indefinite.test(word))

export const reportNameless = (at: string, word: string, report: Report): void =>
  report(at, `"${word}" without quotes fits all its forms and names nothing`)
