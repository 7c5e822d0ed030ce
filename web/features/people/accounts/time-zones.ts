/** Time zones as people look for them: by a city, in Russian, whichever city of the zone they live in. */

export interface TimeZone {
  /** IANA name such as Asia/Yekaterinburg. */
  id: string
  /** «Екатеринбург, Челябинск, Пермь» */
  title: string
  /** Minutes that its clocks are ahead of UTC. */
  offset: number
}

/** Zones whose cities have Russian names here; browsers know few of them. */
const cities: Record<string, string> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва, Санкт-Петербург, Казань, Краснодар',
  'Europe/Kirov': 'Киров',
  'Europe/Volgograd': 'Волгоград',
  'Europe/Simferopol': 'Симферополь, Севастополь',
  'Europe/Astrakhan': 'Астрахань',
  'Europe/Samara': 'Самара, Ижевск, Тольятти',
  'Europe/Saratov': 'Саратов',
  'Europe/Ulyanovsk': 'Ульяновск',
  'Asia/Yekaterinburg': 'Екатеринбург, Челябинск, Пермь, Уфа, Тюмень',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Barnaul': 'Барнаул',
  'Asia/Tomsk': 'Томск',
  'Asia/Novokuznetsk': 'Новокузнецк, Кемерово',
  'Asia/Krasnoyarsk': 'Красноярск, Абакан, Норильск',
  'Asia/Irkutsk': 'Иркутск, Улан-Удэ, Братск',
  'Asia/Chita': 'Чита',
  'Asia/Yakutsk': 'Якутск, Благовещенск',
  'Asia/Khandyga': 'Хандыга',
  'Asia/Vladivostok': 'Владивосток, Хабаровск',
  'Asia/Ust-Nera': 'Усть-Нера',
  'Asia/Magadan': 'Магадан',
  'Asia/Sakhalin': 'Южно-Сахалинск',
  'Asia/Srednekolymsk': 'Среднеколымск',
  'Asia/Kamchatka': 'Петропавловск-Камчатский',
  'Asia/Anadyr': 'Анадырь',
  'Europe/Minsk': 'Минск, Беларусь',
  'Asia/Almaty': 'Алматы, Астана, Казахстан',
  'Asia/Tashkent': 'Ташкент, Узбекистан',
  'Asia/Samarkand': 'Самарканд',
  'Asia/Bishkek': 'Бишкек, Кыргызстан',
  'Asia/Dushanbe': 'Душанбе, Таджикистан',
  'Asia/Ashgabat': 'Ашхабад, Туркменистан',
  'Asia/Yerevan': 'Ереван, Армения',
  'Asia/Tbilisi': 'Тбилиси, Батуми, Грузия',
  'Asia/Baku': 'Баку, Азербайджан',
  'Europe/Chisinau': 'Кишинёв, Молдова',
  'Europe/Kiev': 'Киев, Украина',
  'Europe/Vilnius': 'Вильнюс, Литва',
  'Europe/Riga': 'Рига, Латвия',
  'Europe/Tallinn': 'Таллин, Эстония',
  'Europe/Helsinki': 'Хельсинки, Финляндия',
  'Europe/Warsaw': 'Варшава, Польша',
  'Europe/Prague': 'Прага, Чехия',
  'Europe/Vienna': 'Вена, Австрия',
  'Europe/Berlin': 'Берлин, Германия',
  'Europe/Paris': 'Париж, Франция',
  'Europe/Rome': 'Рим, Италия',
  'Europe/Madrid': 'Мадрид, Барселона, Испания',
  'Europe/Lisbon': 'Лиссабон, Португалия',
  'Europe/London': 'Лондон, Великобритания',
  'Europe/Belgrade': 'Белград, Сербия',
  'Europe/Podgorica': 'Подгорица, Черногория',
  'Europe/Sofia': 'София, Болгария',
  'Europe/Athens': 'Афины, Греция',
  'Asia/Nicosia': 'Никосия, Лимасол, Кипр',
  'Europe/Istanbul': 'Стамбул, Анталья, Турция',
  'Asia/Jerusalem': 'Иерусалим, Тель-Авив, Израиль',
  'Asia/Dubai': 'Дубай, Абу-Даби, ОАЭ',
  'Asia/Bangkok': 'Бангкок, Пхукет, Таиланд',
  'Asia/Saigon': 'Хошимин, Нячанг, Вьетнам',
  'Asia/Makassar': 'Бали, Денпасар',
  'Asia/Jakarta': 'Джакарта, Индонезия',
  'Asia/Calcutta': 'Дели, Гоа, Индия',
  'Asia/Colombo': 'Коломбо, Шри-Ланка',
  'Asia/Shanghai': 'Пекин, Шанхай, Китай',
  'Asia/Seoul': 'Сеул, Южная Корея',
  'Asia/Tokyo': 'Токио, Япония',
  'Asia/Ulaanbaatar': 'Улан-Батор, Монголия',
  'America/New_York': 'Нью-Йорк, Майами',
  'America/Chicago': 'Чикаго',
  'America/Los_Angeles': 'Лос-Анджелес, Сан-Франциско',
  'America/Toronto': 'Торонто',
  'America/Buenos_Aires': 'Буэнос-Айрес, Аргентина',
  'America/Sao_Paulo': 'Сан-Паулу, Бразилия',
  'Australia/Sydney': 'Сидней',
  UTC: 'Всемирное время',
}

/** Browsers write these the old way or the new one; one of both is enough to be found by its cities. */
const newNames: Record<string, string> = {
  'Europe/Kyiv': 'Europe/Kiev',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kolkata': 'Asia/Calcutta',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
}

/** All that this browser knows and `own`, which may be one that it does not list: first those named here, in that order, then from west to east. */
export function listTimeZones(own: string, now: Date): TimeZone[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])
  return [...ids]
    .map((id) => ({ id, title: zoneTitle(id), offset: offsetOf(id, now) }))
    .toSorted((a, b) => rankOf(a.id) - rankOf(b.id) || a.offset - b.offset || a.title.localeCompare(b.title, 'ru'))
}

export function zoneTitle(id: string): string {
  return citiesOf(id) ?? id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

const ranks = new Map(Object.keys(cities).map((id, rank) => [id, rank]))
const rankOf = (id: string): number => ranks.get(newNames[id] ?? id) ?? ranks.size
const citiesOf = (id: string): string | undefined => cities[newNames[id] ?? id]

function offsetOf(id: string, now: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts(now)
  const [, sign, hours, minutes] =
    /([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -ahead : ahead
}

/** «UTC+5», «UTC−3:30», «UTC» */
export function offsetInWords(offset: number): string {
  if (offset === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** Only words, with one space before each: what is typed has to begin one. */
const folded = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .join(' ')}`

/** Does a zone answer to what was typed: a city, the zone's own name, or its hours («+5», «UTC+5», «мск»)? */
export function fitsTyped(zone: TimeZone, typed: string): boolean {
  const hours = /^\s*(?:utc|gmt)?\s*([+−–-])(\d{1,2})/i.exec(typed)
  if (hours) return Math.trunc(zone.offset / 60) === (hours[1] === '+' ? 1 : -1) * Number(hours[2])
  const nicknames = zone.id === 'Europe/Moscow' ? 'мск питер спб' : ''
  return folded(`${zone.title} ${zone.id} ${nicknames}`).includes(folded(typed).trimEnd())
}
