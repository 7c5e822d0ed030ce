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
  'подскажите, подскажете, подскажет, поделитесь, поделиться, скиньте, киньте, пришлите, дайте, дадите, кто знает',
  'знает кто, кто-нибудь знает, кто-то знает, нужен номер, нужен контакт, нужны контакты, нужна помощь, к какому',
  'нужна консультация, нужны услуги, требуется помощь, интересуют услуги, у какого, к кому, кто обращался',
].join(', ')

/** What may stand before «кто»: «кто подскажет» would be both the asking and the one asked for. */
const askingWho = [
  'подскажите, подскажете, посоветуйте, порекомендуйте, ищу, ищем, скиньте, дайте контакт, дайте контакты',
  'кто знает кто, знает кто-нибудь кто',
].join(', ')

const seeking = [
  'где найти, где можно найти, где бы найти, как найти, где взять, где искать, помогите найти, поможете найти',
  'хочу найти, хотим найти, хотелось бы найти, пытаюсь найти, не могу найти, не можем найти, в поиске',
  'нахожусь в поиске, кого посоветуете, кого порекомендуете, кого можете посоветовать, кто посоветует',
  'кто порекомендует, есть на примете, есть контакт, есть контакты, есть номер, есть телефон',
  'кто пользовался услугами, кто ходил к',
].join(', ')

/** What agrees with a noun of each kind: «нужна дезинфекция и ремонт» asks for no repair. */
const needing = {
  masculine: 'нужен, требуется, необходим, понадобился, интересует, ищется',
  feminine: 'нужна, требуется, необходима, понадобилась, интересует, ищется',
  neuter: 'требуется, понадобилось, интересует, ищется', // «нужно» asks for a verb
  plural: 'нужны, требуются, необходимы, понадобились, интересуют, ищутся',
}

const needingSomebody = [
  'нужен, нужна, нужны, требуется, необходим, необходима, понадобился, понадобилась, интересует',
  'ищется, ищутся',
].join(', ')

const existing = [
  'у кого есть, есть у кого, есть ли у кого, у кого-нибудь есть, есть у кого-нибудь, у кого-то есть, может у кого',
  'есть кто, есть ли, есть у нас, есть здесь, есть тут, может есть, имеется ли',
].join(', ')

const telling = 'подскажите, подскажет, подскажете, скажите, кто знает, кто-нибудь знает, кто-то знает'

const addressing = 'друзья, коллеги, товарищи, господа, ребята, народ, уважаемые, дорогие, девочки'

const wishing = [
  'ищу, ищем, посоветуйте, посоветовать, порекомендуйте, порекомендовать, подскажите, хочу, хотим, хотелось бы',
  'хотели бы, нужно сделать, надо сделать, нужно заказать, надо заказать, планируем, планирую',
].join(', ')

const occupied = [
  'кто занимается, кто-нибудь занимается, кто нибудь занимается, кто-то занимается, занимается кто',
  'занимается ли кто',
].join(', ')

/** Asks for whoever does it, and how dear it is: «кто занимается регулировкой окон», «сколько стоит химчистка дивана». */
const helping = [
  occupied,
  'к кому обратиться, к кому можно обратиться, к кому лучше обратиться, куда обратиться, куда можно обратиться',
  'куда лучше обратиться, нужна помощь с, нужна помощь по, нужна помощь в, требуется помощь с, помогите с',
  'кто поможет с, кто может помочь с, поможет кто с, сколько стоит, сколько будет стоить, сколько стоят',
  'сколько обойдется, почем, какая цена, где заказать, где можно заказать',
].join(', ')

/** Asks without another word: «кто может починить», «где можно заказать». */
const question = [
  'кто может, кто сможет, кто мог бы, кто возьмется, кто берется, кто умеет, может кто, сможет кто',
  'кто-нибудь может, кто-то может, кто-то сможет, кто-нибудь сможет, кто-нибудь возьмется, у кого можно, где можно',
  'где лучше, где недорого, где качественно, где бы, где у нас, где в, где вы, куда обратиться, куда можно',
  'куда лучше, к кому обратиться, к кому можно обратиться, сколько стоит, сколько будет стоить, хочу заказать',
  'хотим заказать, помогите, поможет кто, кто поможет, кто помог бы, кто согласится, найдется кто, интересует где',
  'есть кто',
].join(', ')

/** «Ищу того, кто почистит диван», «нужен человек, который погуляет с собакой». */
const wanting = 'нужен, нужна, нужны, ищу, ищем, посоветуйте, порекомендуйте, подскажите, требуется'
const anybody = [
  'человек, человека, мастер, мастера, специалист, специалиста, кого-нибудь, кого-то, того, тех, девушка, девушку',
  'женщина, женщину, мужчина, мужчину, бригада, бригаду, фирма, фирму, люди, людей, контора, контору',
].join(', ')

/** Before «кто» these tell of people and ask for nobody: «праздник тех, кто шьёт костюмы». */
const whoever = [
  'тот кто, те кто, тех кто, тому кто, тем кто, всех кто, всем кто, все кто, каждый кто, каждого кто, любой кто',
  'мало кто, того кто, о том кто, никто не, некому, неважно кто, не важно кто, тот самый кто, есть те кто',
  'узнали кто, узнать кто, вспомнить кто, не знаю кто',
].join(', ')

/** Asks or only tells («кто шьёт национальные костюмы», «надо было поднять холодильник»): needs a plea beside it. */
const halfQuestion = [
  'кто, кто-то, кто-нибудь, где, куда, нужно, надо, хочу, хотим, хотелось, хотели, требуется, планируем, планирую',
  'ищу, ищем, нужен',
].join(', ')

/** What people add when they ask a neighbour for a name, or promise to pay a stranger. */
const plea = [
  'посоветуйте, порекомендуйте, подскажите, подскажет, подскажете, поделитесь, скиньте, дайте, дадите, контактами',
  'ищу контакт, ищу контакты, нужен контакт, нужны контакты, есть контакт, есть контакты, чей-нибудь контакт',
  'буду благодарна, буду благодарен, буду признательна, заранее спасибо, в лс, в личку, кто знает, знает кто',
  'недорого, соседи, девочки, проверенный, проверенного, помогите, отзовитесь, откликнитесь, срочно, сколько стоит',
  'сколько берет, есть такие, заплачу, оплачу, оплатим, готов заплатить, готова заплатить, готовы заплатить',
  'готов оплатить, готова оплатить, готовы оплатить, не бесплатно, за вознаграждение, за оплату, за разумную плату',
  'оплата сразу, оплата договорная',
].join(', ')

/** Marks that turn a message with all the right words into an offer, a vacancy, a refusal, an announcement or an answer. */
const notALead = [
  'предлагаю, предлагаем, предлагает, мои услуги, наши услуги, оказываю, оказываем, выполняем, выполним',
  'обращайтесь, принимаю заказы, принимаем заказы, мой прайс, запись в лс, запись в личку, запись в директ',
  'запись открыта, записывайтесь, подписывайтесь, приглашаю, приглашаем, приглашает, приглашают, приглашаются',
  'ищу клиентов, ищу моделей, ищу работу, резюме, график работы, в команду, в штат, набираем, набирает',
  'объявляет набор, набор объявлен, открыт набор, идет набор, не ищу, не ищем, не нужен, не нужна, не нужны',
  'не требуется, уже нашли, уже нашла, уже нашел, не актуально, вам нужен, вам нужна, кому нужен, кому нужна',
  'если нужен, если нужна, нужен ли, нужна ли, нужны ли, нужно ли, зачем нужен, для чего нужен, могу посоветовать',
  'могу порекомендовать, могу поделиться, могу дать контакты, больше не надо, уже не надо, уже не нужно',
  'кто знает что, кто знает почему, кто знает во сколько, кто знает когда, кто знает до скольки, знает ли кто что',
  'кто-нибудь знает что, кто-нибудь знает почему, где можно будет, куда можно будет, хочу выделить',
  'хочу рассказать, хочу поблагодарить, хочу поделиться, хотим рассказать, хотим поделиться, хотим поблагодарить',
  'хотим сказать, хочу сказать',
].join(', ')

/** The same, in any of their forms. */
const notALeadInAnyForm =
  'вакансия, зарплата, оклад, трудоустройство, скидка, стаж, неактуально, волонтер, доброволец, соискатель'

/**
 * @param wants what the people of this category look for
 * @param without forms that speak against a lead in this category alone
 */
export function leads(wants: Want[], without = ''): Pick<SeededCategory, 'queries' | 'excluded'> {
  return {
    queries: wants.flatMap(frames),
    excluded: [...list(quoted(`${notALead}, ${without}`)), ...list(notALeadInAnyForm)],
  }
}

function frames(want: Want): string[] {
  if ('query' in want) return [want.query]
  if ('service' in want) {
    const of = want.of === undefined ? '' : ` /4 ${words(want.of)}`
    return [
      `${forms(`${wishing}, ${existing}`)} /5 ${forms(want.service)}${of}`,
      `${forms(helping)} /4 ${words(want.service)}${of}`,
      ...agreeing(want.service).map(([need, service]) => `${forms(need)} /5 ${forms(service)}${of}`),
    ]
  }
  if ('todo' in want) {
    const does = want.does === undefined ? want.todo : `${want.does}, ${want.todo}`
    const what = words(want.what)
    return [
      `${forms(question)} /6 ${forms(want.todo)} /4 ${what}`,
      `${forms(wanting)} /4 ${forms(anybody)} /6 ${words(`${quoted(want.does ?? '')}, ${want.todo}`)} /5 ${what}`,
      `("где" | "куда" | "у кого") /1 ${forms(want.todo)} /4 ${what}`,
      ...(want.does === undefined ? [] : [also(`"кто" /3 ${forms(want.does)} /4 ${what}`, `-${forms(whoever)}`)]),
      also(`${forms(halfQuestion)} /5 ${forms(`${does}, занимается`)} /5 ${what}`, forms(plea)),
    ]
  }
  const about = [want.about, want.of].map((narrow) => (narrow === undefined ? '' : ` /7 ${words(narrow)}`)).join('')
  const somebody = list(want.whom)
    .filter((whom) => whom !== 'кто')
    .join(', ')
  const chains = [
    ...(want.about === undefined || want.of !== undefined
      ? []
      : [also(`${forms(occupied)} /2 ${words(want.about)}`, `-${forms(whoever)}`)]),
    `${forms(asking)} /6 ${forms(somebody)}${about}`,
    `${forms(seeking)} /4 ${forms(somebody)}${about}`,
    ...(list(want.whom).includes('кто') ? [`${forms(askingWho)} /6 "кто"${about}`] : []),
    `${forms(needingSomebody)} /4 ${forms(want.who)}${about}`,
  ]
  const there = [
    `${forms(existing)} /4 ${forms(`${want.who}, ${want.whom}`)}${about}`,
    `("у кого" | "у кого-нибудь" | "у кого-то") /5 "есть" /5 ${forms(want.who)}${about}`,
    `${forms(telling)} /7 ("есть" | "имеется" | "работает") /4 ${forms(want.who)}${about}`,
  ]
  // «Друзья грузчики, у кого есть …» speaks to loaders and looks for none.
  const crowd = list(want.who)
    .filter((who) => /[иы]$/.test(who))
    .join(', ')
  const notCrowd = crowd === '' ? '' : `-(${forms(addressing)} /1 ${forms(crowd)})`
  const amid = want.amid === undefined ? '' : words(want.amid)
  return [...chains.map((chain) => also(chain, amid)), ...there.map((chain) => also(chain, amid, notCrowd))]
}

/** A proximity, and what else must hold for the whole message. */
function also(chain: string, ...others: string[]): string {
  const demands = others.filter((other) => other !== '')
  return demands.length === 0 ? chain : `(${chain}) ${demands.join(' ')}`
}

/** What is needed, beside the forms of «нужен» that agree with it. An accusative («стрижку») agrees with none. */
function agreeing(service: string): [need: string, service: string][] {
  return Object.entries(needing).flatMap(([kind, need]): [string, string][] => {
    const those = list(service).filter((item) => kinds(item).includes(kind))
    return those.length === 0 ? [] : [[need, those.join(', ')]]
  })
}

/** By the ending of its first word: «свадебный торт», «чистка», «ведение», «шары». */
function kinds(item: string): string[] {
  const first = item.split(' ')[0] ?? ''
  if (/[ую]$/.test(first)) return []
  if (/[ая]$/.test(first)) return ['feminine']
  if (first.endsWith('ие')) return ['neuter', 'plural']
  if (/[оеё]$/.test(first)) return ['neuter']
  if (/[иы]$/.test(first)) return ['plural']
  return first.endsWith('ь') ? ['masculine', 'feminine'] : ['masculine']
}

/** Exactly these forms: `("ищу" | "помогите найти")`. */
function forms(text: string): string {
  return `(${quoted(text).replaceAll(', ', ' | ')})`
}

function quoted(text: string): string {
  return list(text)
    .map((form) => `"${form}"`)
    .join(', ')
}

/** Any forms of these words; to the letter what is quoted, or several words side by side: a bracket holds single words. */
function words(text: string): string {
  return `(${list(text)
    .map((word) => (word.includes(' ') && !word.startsWith('"') ? `"${word}"` : word))
    .join(' | ')})`
}

function list(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
  ]
}
