/**
 * Composes the queries of a lead category out of the frames in which people ask for a service. The result is plain
 * text in our query language, such as an editor could have typed: nothing of this file is known to the matcher.
 *
 * Forms are written out and quoted where the form tells a customer from a seller: «ищу фотографа» is a request,
 * «фотограф ищет моделей» is not, and the plain word «фотограф» would fit both. Lists are separated by commas.
 */
export type Want =
  /** A person or a firm. `who` stands after «нужен», `whom` after «ищу», «посоветуйте», «контакты»; `about` narrows. */
  | { who: string; whom: string; about?: string }
  /** A thing or a piece of work in the forms that stand after «нужна», «ищу», «интересует»; `of` narrows it. */
  | { service: string; of?: string }
  /** What somebody does (`does`: «кто чинит»), what is to be done (`todo`: «починить») and to what. */
  | { does?: string; todo: string; what: string }
  /** A frame of its own, as a query without the common minuses. */
  | { query: string }

const asking = [
  'ищу, ищем, ищется, посоветуйте, посоветуете, посоветовать, порекомендуйте, порекомендуете, порекомендовать',
  'рекомендуйте, подскажите, подскажет, подсказать, поделитесь, поделиться, скиньте, скинуть, киньте, пришлите',
  'дайте, дадите, помогите найти, кто знает, знает кто, кто-нибудь знает, кто нибудь знает, кто-то знает',
  'нужен номер, нужен телефон, нужен контакт, нужны контакты, нужна помощь, нужна консультация, нужны услуги',
  'требуется помощь, требуются услуги, интересуют услуги, к какому, у какого, к кому',
].join(', ')

const needing = 'нужен, нужна, нужно, нужны, надо, требуется, необходим, необходима, понадобился, понадобилась'

const existing = [
  'у кого есть, есть у кого, есть ли у кого, у кого-нибудь есть, есть у кого-нибудь, есть у кого-то, у кого-то есть',
  'может у кого, есть кто, есть ли кто, есть ли, есть у нас, есть здесь, есть тут, есть в городе, может есть, кто у нас',
].join(', ')

const wishing = 'ищу, ищем, посоветуйте, порекомендуйте, подскажите, интересует, интересуют, хочу, хотим'

const who = 'кто, кто-то, кто-нибудь'

const doing = 'где, куда, нужно, надо, хочу, хотим, хотелось, помогите, требуется, планирую, планируем, сколько стоит'

/** Words that turn a message with all the right words into an offer, a vacancy, a refusal or an answer. */
const notALead = [
  'предлагаю, предлагаем, предлагает, мои услуги, наши услуги, свои услуги, оказываю, оказываем, выполняем, выполним',
  'принимаю заказы, принимаем заказы, мой прайс, наш прайс, запись в лс, запись в личку, запись в директ, запись открыта',
  'свободные окошки, обращайтесь, скидка, скидки, подписывайтесь, приглашаю, приглашаем, приглашает, стаж, записывайтесь',
  'ищу клиентов, ищу заказы, ищу моделей, ищу модель, нужны модели, нужна модель, ищу работу, ищу подработку',
  'вакансия, вакансии, вакансию, зарплата, зарплату, зарплатой, оклад, график работы, в команду, в штат, резюме',
  'трудоустройство, соцпакет, обязанности, набираем, набираю, опыт не требуется, ищем сотрудника, ищем сотрудников',
  'не ищу, не ищем, не нужен, не нужна, не нужны, не требуется, уже нашли, уже нашла, уже нашел, неактуально',
  'не актуально, вам нужен, вам нужна, вам нужно, вам нужны, кому нужен, кому нужна, кому нужны, если нужен, если нужна',
  'если нужны, нужен ли, нужна ли, ищете, могу посоветовать, могу порекомендовать, не могу посоветовать',
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
  const about = want.about === undefined ? '' : ` /4 ${words(want.about)}`
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
