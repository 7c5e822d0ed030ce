/** Which receiving service an address is of: the large ones each have a rate and a temper of their own. */

const families: Record<string, readonly string[]> = {
  mailru: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru', 'xmail.ru', 'vk.com'],
  yandex: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'narod.ru'],
  gmail: ['gmail.com', 'googlemail.com'],
  outlook: ['outlook.com', 'hotmail.com', 'live.com', 'live.ru', 'msn.com'],
}

export const laneNames = ['mailru', 'yandex', 'gmail', 'outlook', 'other'] as const
export type LaneName = (typeof laneNames)[number]

/** As people call them. */
const laneTitles: Record<LaneName, string> = {
  mailru: 'Почта Mail.ru',
  yandex: 'Яндекс Почта',
  gmail: 'Gmail',
  outlook: 'Outlook',
  other: 'Остальные',
}

const lanes = new Map(
  Object.entries(families).flatMap(([name, domains]) => domains.map((each) => [each, name as LaneName])),
)

/**
 * `lane` has a rate; `holder` is what is held when its service does not want us: all of a large one, of the small ones each by itself.
 * @param email one address
 */
export function laneOf(email: string): { lane: LaneName; holder: string } {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const lane = lanes.get(domain)
  return lane ? { lane, holder: lane } : { lane: 'other', holder: domain }
}

/** Of `holder`. */
export const holderTitle = (holder: string): string =>
  (laneNames as readonly string[]).includes(holder) ? laneTitles[holder as LaneName] : holder
