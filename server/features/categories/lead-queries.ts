/**
 * Composes the queries of a lead category out of the frames in which people ask for a service. The result is plain
 * text in our query language, such as an editor could have typed: nothing of this file is known to the matcher.
 *
 * Forms are written out and quoted where the form tells a customer from a seller: «ищу фотографа» is a request,
 * «фотограф ищет моделей» is not, and the plain word «фотограф» would fit both. Lists are separated by commas.
 */
import type { SeededCategory } from './seeded-category.ts'

type Want =
  /**
   * A person or a firm: `who` stands after «нужен», `whom` after «ищу», «посоветуйте», «контакты»; `about` and `of`
   * narrow («мастера» по «ремонту» «квартир»), `amid` may stand anywhere in the message.
   */
  | { who: string; whom: string; about?: string; of?: string; amid?: string }
  /** A thing or a piece of work in the forms that stand after «нужна», «ищу», «интересует»; `of` narrows it. */
  | { service: string; of?: string }
  /** What somebody does (`does`: «кто чинит»), what is to be done (`todo`: «починить») and to what. */
  | { does?: string; todo: string; what: string }
  /** A frame of its own. */
  | { query: string }

const asking = [
  'ищу, ищем, посоветуйте, посоветуете, посоветовать, порекомендуйте, порекомендуете, порекомендовать, рекомендуйте',
  'подскажите, подскажет, поделитесь, поделиться, скиньте, киньте, пришлите, дайте, дадите, помогите найти, кто знает',
  'знает кто, кто-нибудь знает, кто-то знает, нужен номер, нужен контакт, нужны контакты, нужна помощь, к какому',
  'нужна консультация, нужны услуги, требуется помощь, интересуют услуги, у какого, к кому, кто обращался',
].join(', ')

const needing = 'нужен, нужна, нужны, требуется, необходим, необходима, понадобился, понадобилась, интересует'

const existing = [
  'у кого есть, есть у кого, есть ли у кого, у кого-нибудь есть, есть у кого-нибудь, у кого-то есть, может у кого',
  'есть кто, есть ли, есть у нас, есть здесь, есть тут, может есть',
].join(', ')

const wishing = 'ищу, ищем, посоветуйте, посоветовать, порекомендуйте, порекомендовать, подскажите, хочу, хотим'

/** Asks without another word: «кто может починить», «где можно заказать». */
const question = [
  'кто может, кто сможет, кто мог бы, кто возьмется, кто берется, кто умеет, может кто, сможет кто, кто-нибудь может',
  'кто-то может, кто-то сможет, у кого можно, где можно, где лучше, где недорого, где качественно, где бы, где у нас, где в',
  'где вы, куда обратиться, куда можно, куда лучше, к кому обратиться, сколько стоит, хочу заказать, хотим заказать',
  'помогите, интересует где, есть кто',
].join(', ')

/** Asks or only tells («кто шьёт национальные костюмы», «надо было поднять холодильник»): needs a plea beside it. */
const halfQuestion = 'кто, кто-то, кто-нибудь, где, куда, нужно, надо, хочу, хотим, хотелось, требуется, планируем, ищу, нужен'

/** What people add when they ask a neighbour for a name. */
const plea = [
  'посоветуйте, порекомендуйте, подскажите, подскажет, поделитесь, скиньте, дайте, дадите, контакт, контакты, контактами',
  'буду благодарна, буду благодарен, буду признательна, заранее спасибо, в лс, в личку, кто знает, знает кто, недорого',
  'соседи, девочки, проверенный, проверенного, помогите, отзовитесь, сколько стоит, сколько берет, есть такие',
].join(', ')

/** Marks that turn a message with all the right words into an offer, a vacancy, a refusal or an answer. */
const notALead = [
  'предлагаю, предлагаем, предлагает, мои услуги, наши услуги, оказываю, оказываем, выполняем, выполним, обращайтесь',
  'принимаю заказы, принимаем заказы, мой прайс, запись в лс, запись в личку, запись в директ, запись открыта, записывайтесь',
  'подписывайтесь, приглашаю, приглашаем, приглашает, приглашаются, ищу клиентов, ищу моделей, ищу работу, резюме',
  'график работы, в команду, в штат, набираем, не ищу, не ищем, не нужен, не нужна, не нужны, не требуется, уже нашли',
  'уже нашла, уже нашел, не актуально, вам нужен, вам нужна, кому нужен, кому нужна, если нужен, если нужна, нужен ли',
  'зачем нужен, для чего нужен, могу посоветовать',
].join(', ')

/** The same, in any of their forms. */
const notALeadInAnyForm = 'вакансия, зарплата, оклад, трудоустройство, скидка, стаж, неактуально'

/**
 * @param wants what the people of this category look for
 * @param without forms that speak against a lead in this category alone
 */
export function leads(wants: Want[], without = ''): Pick<SeededCategory, 'queries' | 'excluded'> {
  return {
    queries: wants.flatMap(frames),
    excluded: [...list(`${notALead}, ${without}`).map((form) => `"${form}"`), ...list(notALeadInAnyForm)],
  }
}

function frames(want: Want): string[] {
  if ('query' in want) return [want.query]
  if ('service' in want) {
    const of = want.of === undefined ? '' : ` /4 ${words(want.of)}`
    return [`${forms(`${wishing}, ${needing}, нужно, ${existing}`)} /5 ${forms(want.service)}${of}`]
  }
  if ('todo' in want) {
    const does = want.does === undefined ? want.todo : `${want.does}, ${want.todo}`
    return [
      `${forms(question)} /6 ${forms(want.todo)} /4 ${words(want.what)}`,
      `(${forms(halfQuestion)} /5 ${forms(`${does}, занимается`)} /5 ${words(want.what)}) ${forms(plea)}`,
    ]
  }
  const about = [want.about, want.of].map((narrow) => (narrow === undefined ? '' : ` /5 ${words(narrow)}`)).join('')
  const chains = [
    `${forms(asking)} /6 ${forms(want.whom)}${about}`,
    `${forms(needing)} /4 ${forms(want.who)}${about}`,
    `${forms(existing)} /4 ${forms(`${want.who}, ${want.whom}`)}${about}`,
  ]
  return want.amid === undefined ? chains : chains.map((chain) => `(${chain}) ${words(want.amid ?? '')}`)
}

/** Exactly these forms: `("ищу" | "помогите найти")`. */
function forms(text: string): string {
  return `(${list(text).map((form) => `"${form}"`).join(' | ')})`
}

/** Any forms of these words; to the letter what is quoted, or several words side by side: a bracket holds single words. */
function words(text: string): string {
  return `(${list(text).map((word) => (word.includes(' ') && !word.startsWith('"') ? `"${word}"` : word)).join(' | ')})`
}

function list(text: string): string[] {
  return [...new Set(text.split(',').map((item) => item.trim()).filter((item) => item !== ''))]
}
