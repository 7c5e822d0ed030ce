/** What an action of support changes for a person, in sentences: shown before it is done, and after. */
import { plural } from '../plural.ts'

/** What a person sees at a moment. */
export interface Sight {
  products: readonly SeenThing[]
  /** The products each saved filter names, by their keys; none: it shows whatever there is. */
  filters: readonly (readonly string[])[]
  /** Whose team they are in; null: no one's. */
  memberOf: string | null
  /** Subscriptions that stand still. */
  frozen: number
}

export interface SeenThing {
  /** `category 5`. */
  key: string
  name: string
  /** The newest days are hidden. */
  trial: boolean
}

export interface Grant {
  /** «Категория «Фотографы»». */
  name: string
  startsAt: Date
  expiresAt: Date
  now: Date
  /** Of the person. */
  zone: string
  teamSize: number | null
  /** Of groups. */
  size: number | null
  /** Where a letter goes; null: nowhere. */
  letterTo: string | null
  before: Sight
  after: Sight
}

export function grantInWords(grant: Grant): string[] {
  const { name, startsAt, expiresAt, now, zone, teamSize, size, letterTo, before, after } = grant
  const waits = startsAt > now
  const appearing = after.products.filter(({ key }) => !before.products.some((each) => each.key === key))
  const unveiled = after.products.filter(
    ({ key, trial }) => !trial && before.products.some((each) => each.key === key && each.trial),
  )
  const filters = countShowing(after) - countShowing(before)
  return [
    waits
      ? `${name}: с ${dayOf(startsAt, zone)} до ${dayOf(expiresAt, zone)}, когда закончится то, что уже есть`
      : `${name}: до ${dayOf(expiresAt, zone)}`,
    ...(size === null ? [] : [`Слушать можно ${size} ${plural(size, ['группу', 'группы', 'групп'])}`]),
    ...(appearing.length === 0 ? [] : [`В ленте появится: ${listed(appearing)}`]),
    ...(unveiled.length === 0 ? [] : [`Откроются скрытые последние дни: ${listed(unveiled)}`]),
    ...(filters <= 0
      ? []
      : [`${filters} ${plural(filters, ['фильтр станет виден', 'фильтра станут видны', 'фильтров станут видны'])}`]),
    ...(appearing.length === 0 && unveiled.length === 0 && !waits
      ? ['В ленте ничего не изменится: всё это человек уже видит']
      : []),
    ...(after.frozen < before.frozen ? ['Замороженная подписка снова пойдёт'] : []),
    ...(teamSize === null
      ? []
      : [`Своя команда: ${teamSize} ${plural(teamSize, ['место', 'места', 'мест'])} вместе с владельцем`]),
    ...(before.memberOf !== null && after.memberOf === null
      ? [`Выйдет из команды «${before.memberOf}», и отмена туда не вернёт`]
      : []),
    letterInWords(letterTo),
  ]
}

export interface Deletion {
  deletionAt: Date
  zone: string
  /** Subscriptions that are not over. */
  running: number
  /** People whom they took into their team. */
  members: number
  letterTo: string | null
}

export function deletionInWords({ deletionAt, zone, running, members, letterTo }: Deletion): string[] {
  return [
    `Аккаунт и всё, что в нём есть, удалится ${dayOf(deletionAt, zone)}`,
    'До этого дня аккаунт можно оставить: отсюда или самому, войдя в профиль',
    ...(running === 0
      ? []
      : [
          `Пропадёт ${running} ${plural(running, ['подписка, которая ещё действует', 'подписки, которые ещё действуют', 'подписок, которые ещё действуют'])}`,
        ]),
    ...(members === 0
      ? []
      : [`Без команды останется ${members} ${plural(members, ['участник', 'участника', 'участников'])}`]),
    letterInWords(letterTo),
  ]
}

const letterInWords = (to: string | null): string =>
  to === null ? 'Письма не будет: email не указан' : `Письмо об этом уйдёт на ${to}`

/** «14.12.2026», by the person's clock. */
export const dayOf = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(moment)

const countShowing = ({ products, filters }: Sight): number =>
  filters.filter((named) =>
    named.length === 0 ? products.length > 0 : products.some(({ key }) => named.includes(key)),
  ).length

const listed = (things: readonly SeenThing[]): string => things.map(({ name }) => name).join(', ')
