/**
 * Composes the queries of a lead category out of the frames in which people ask for a service. The result is plain
 * text in our query language, such as an editor could have typed: nothing of this file is known to the matcher.
 *
 * Forms are written out and quoted where the form tells a customer from a seller: «ищу фотографа» is a request,
 * «фотограф ищет моделей» is not, and the plain word «фотограф» would fit both. Lists are separated by commas.
 */
export type Want =
  /**
   * A person or a firm: `who` stands after «нужен», `whom` after «ищу», «посоветуйте», «контакты»; `about` and `of`
   * narrow («мастера» по «ремонту» «квартир»).
   */
  | { who: string; whom: string; about?: string; of?: string }
  /** A thing or a piece of work in the forms that stand after «нужна», «ищу», «интересует»; `of` narrows it. */
  | { service: string; of?: string }
  /** What somebody does (`does`: «кто чинит»), what is to be done (`todo`: «починить») and to what. */
  | { does?: string; todo: string; what: string }
  /** A frame of its own, as a query without the common minuses. */
  | { query: string }

const asking = [
  'ищу, ищем, посоветуйте, посоветуете, посоветовать, порекомендуйте, порекомендуете, порекомендовать, рекомендуйте',
  'подскажите, подскажет, поделитесь, поделиться, скиньте, киньте, пришлите, дайте, дадите, помогите найти, кто знает',
  'знает кто, кто-нибудь знает, кто-то знает, нужен номер, нужен контакт, нужны контакты, нужна помощь, к какому',
  'нужна консультация, нужны услуги, требуется помощь, интересуют услуги, у какого, к кому',
].join(', ')

const needing = 'нужен, нужна, нужно, нужны, требуется, необходим, необходима, понадобился, понадобилась, интересует'

const existing = [
  'у кого есть, есть у кого, есть ли у кого, у кого-нибудь есть, есть у кого-нибудь, у кого-то есть, может у кого',
  'есть кто, есть ли, есть у нас, есть здесь, есть тут, может есть',
].join(', ')

const wishing = 'ищу, ищем, посоветуйте, порекомендуйте, подскажите, хочу, хотим'

const who = 'кто, кто-то, кто-нибудь'

const doing = 'где, куда, нужно, надо, хочу, хотим, хотелось, помогите, требуется, планирую, планируем, сколько стоит'

/**
 * Marks that turn a message with all the right words into an offer, a vacancy, a refusal or an answer. They stand in
 * every query, and a query has its limit of signs: only what the real messages needed is here.
 */
const notALead = [
  'предлагаю, предлагаем, предлагает, мои услуги, наши услуги, оказываю, оказываем, выполняем, выполним, обращайтесь',
  'принимаю заказы, принимаем заказы, мой прайс, запись в лс, запись в личку, запись в директ, запись открыта, скидка',
  'скидки, подписывайтесь, записывайтесь, приглашаю, приглашаем, приглашает, стаж, ищу клиентов, ищу моделей, ищу работу',
  'вакансия, вакансии, зарплата, зарплату, оклад, график работы, в команду, в штат, резюме, трудоустройство, набираем',
  'не ищу, не ищем, не нужен, не нужна, не нужны, не требуется, уже нашли, уже нашла, уже нашел, неактуально',
  'не актуально, вам нужен, вам нужна, кому нужен, кому нужна, если нужен, если нужна, нужен ли, могу посоветовать',
].join(', ')

/**
 * @param wants what the people of this category look for
 * @param without words that speak against a lead in this category alone
 * @returns queries of the query language; a message is a lead of the category when any of them fits
 */
export function leadQueries(wants: Want[], without = ''): string[] {
  const minuses = list(without === '' ? notALead : `${notALead}, ${without}`).map((form) => `-"${form}"`).join(' ')
  return wants.flatMap(frames).map((frame) => `(${frame}) ${minuses}`)
}

function frames(want: Want): string[] {
  if ('query' in want) return [want.query]
  if ('service' in want) {
    const of = want.of === undefined ? '' : ` /4 ${words(want.of)}`
    return [`${forms(`${wishing}, ${needing}, ${existing}`)} /5 ${forms(want.service)}${of}`]
  }
  if ('todo' in want) {
    const does = want.does === undefined ? want.todo : `${want.does}, ${want.todo}`
    return [
      `${forms(who)} /4 ${forms(`${does}, занимается`)} /5 ${words(want.what)}`,
      `${forms(doing)} /4 ${forms(want.todo)} /4 ${words(want.what)}`,
    ]
  }
  const about = [want.about, want.of].map((narrow) => (narrow === undefined ? '' : ` /4 ${words(narrow)}`)).join('')
  return [
    `${forms(asking)} /6 ${forms(want.whom)}${about}`,
    `${forms(needing)} /4 ${forms(want.who)}${about}`,
    `${forms(existing)} /5 ${forms(`${want.who}, ${want.whom}`)}${about}`,
  ]
}

/** Exactly these forms: `("ищу" | "помогите найти")`. */
function forms(text: string): string {
  return `(${list(text).map((form) => `"${form}"`).join(' | ')})`
}

/** Any forms of these words; several words side by side are taken to the letter, for a bracket holds single words. */
function words(text: string): string {
  return `(${list(text).map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' | ')})`
}

function list(text: string): string[] {
  return [...new Set(text.split(',').map((item) => item.trim()).filter((item) => item !== ''))]
}
