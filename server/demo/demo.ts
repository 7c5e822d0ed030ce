/** The people one can sign in as to look around: seeded outside production only. */
import type { RoleName, TeamRight } from '../../contract/call.ts'
import type { Category } from '../../contract/category.ts'
import { createAccount, type CreateAccountContext } from '../features/people/accounts/accounts.public.ts'
import { listAllCategories } from '../features/watching/categories/categories.public.ts'
import { ensureGroupset } from '../features/watching/groups/groups.public.ts'
import { recordTrialUse } from '../features/commerce/fulfilment/fulfilment.public.ts'
import { findTrialTariff } from '../features/access/tariffs/tariffs.public.ts'
import { subscribe } from '../features/access/subscriptions/subscriptions.public.ts'
import { addMember } from '../features/access/team/members.ts'
import { findTeam } from '../features/access/team/team.public.ts'
import { DAY, type Clock } from '../kit/clock.ts'
import type { Db, Tx } from '../kit/sql.ts'

export interface DemoPerson {
  role: string
  email: string
  password: string
  /** What there is to see as this person. */
  what: string
  username: string
  roles: RoleName[]
  watches: 'all categories' | 'some categories' | 'some categories, with a team' | 'trial' | 'groups' | 'nothing'
  /** The e-mail of the owner whose team they are in, and what they may do there. */
  teamOf?: string
  right?: TeamRight
}

const password = 'echolot-demo'
export const teamOwner = 'owner@demo.echolot'
export const leadsPerson = 'anna@demo.echolot'
/** What they have brought and earned, server/demo/demo-partner.ts makes. */
export const partnerPerson = 'partner@demo.echolot'
/** On whose list server/demo/demo-groups.ts puts groups. */
export const groupsPerson = 'groups@demo.echolot'
/** Whose projects server/demo/demo-projects.ts makes. */
export const projectsPerson = 'projects@demo.echolot'

export const demoPeople: DemoPerson[] = [
  {
    role: 'клиент',
    email: leadsPerson,
    password,
    what: 'лента всех категорий, новые сообщения приходят сами',
    username: 'Анна Клиентова',
    roles: [],
    watches: 'all categories',
  },
  {
    role: 'клиент на пробном доступе',
    email: 'boris@demo.echolot',
    password,
    what: 'последние три дня посчитаны, но скрыты',
    username: 'Борис Пробный',
    roles: [],
    watches: 'trial',
  },
  {
    role: 'клиент с группами',
    email: groupsPerson,
    password,
    what: 'список групп, которые слушает сервис, и лента всего, что в них пишут',
    username: 'Галина Группова',
    roles: [],
    watches: 'groups',
  },
  {
    role: 'клиент с проектами',
    email: projectsPerson,
    password,
    what: 'проект, который следит за словами, и второй, ещё не настроенный',
    username: 'Павел Проектов',
    roles: [],
    watches: 'nothing',
  },
  {
    role: 'новичок',
    email: 'newcomer@demo.echolot',
    password,
    what: 'ни одной подписки: так лента встречает новых',
    username: 'Никита Новичков',
    roles: [],
    watches: 'nothing',
  },
  {
    role: 'владелец команды',
    email: teamOwner,
    password,
    what: 'лента нескольких категорий и команда на пять человек: Вера управляет, Глеб работает, Зоя смотрит, одно место свободно',
    username: 'Олег Командный',
    roles: ['teamOwner'],
    watches: 'some categories, with a team',
  },
  {
    role: 'участник команды',
    email: 'vera@demo.echolot',
    password,
    what: 'своих подписок нет: лента, заметки и фильтры команды, которыми она управляет',
    username: 'Вера Новичкова',
    roles: [],
    watches: 'nothing',
    teamOf: teamOwner,
    right: 'manage',
  },
  {
    role: 'второй участник команды',
    email: 'gleb@demo.echolot',
    password,
    what: 'коллега Веры: вдвоём видно, как меняется лента',
    username: 'Глеб Коллегин',
    roles: [],
    watches: 'nothing',
    teamOf: teamOwner,
  },
  {
    role: 'участник команды с правом просмотра',
    email: 'view@demo.echolot',
    password,
    what: 'видит ленту и заметки команды, ничего в них не меняет',
    username: 'Зоя Зрителева',
    roles: [],
    watches: 'nothing',
    teamOf: teamOwner,
    right: 'view',
  },
  {
    role: 'партнёр',
    email: partnerPerson,
    password,
    what: 'ссылки, переходы, рефералы, начисления и выплаты за два месяца',
    username: 'Полина Партнёрова',
    roles: ['partner'],
    watches: 'some categories',
  },
  {
    role: 'поддержка',
    email: 'support@demo.echolot',
    password,
    what: 'стол поддержки: поиск людей, карточка человека, действия с отменой и журнал',
    username: 'Семён Поддержкин',
    roles: ['support'],
    watches: 'nothing',
  },
  {
    role: 'модератор',
    email: 'moderator@demo.echolot',
    password,
    what: 'роль модератора, лента всех категорий',
    username: 'Мария Модераторова',
    roles: ['moderator'],
    watches: 'all categories',
  },
  {
    role: 'редактор',
    email: 'editor@demo.echolot',
    password,
    what: 'роли редактора блога и категорий',
    username: 'Роман Редакторов',
    roles: ['blogEditor', 'categoryEditor'],
    watches: 'some categories',
  },
  {
    role: 'администратор',
    email: 'admin@demo.echolot',
    password,
    what: 'роль администратора, лента всех категорий',
    username: 'Алиса Админова',
    roles: ['admin'],
    watches: 'all categories',
  },
]

const YEAR = 365 * DAY
const TEAM_SIZE = 5

/** A print as browsers give it, on which the trial of the demo was taken. */
const DEMO_DEVICE = 'de30'.repeat(8)

export interface DemoPeopleContext extends CreateAccountContext {
  db: Db
}

/** Seeds who and what is not there yet, beside what an earlier version seeded. */
export async function seedDemoPeople({ db, clock, hooks }: DemoPeopleContext): Promise<void> {
  const ids = new Map(
    (await db.selectFrom('users').select(['id', 'email']).execute()).map(({ id, email }) => [email, id]),
  )
  const categories = await listAllCategories(db)
  for (const person of demoPeople) {
    const held = watchedBy(person, categories)
    await db.transaction().execute(async (tx) => {
      const known = ids.get(person.email)
      const userId =
        known ??
        (await createAccount(tx, { clock, hooks }, { ...person, emailApprove: true, timeZone: 'Europe/Moscow' }))
      ids.set(person.email, userId)
      if (known === undefined || !(await holds(tx, userId, held.tariffType))) await hold(tx, clock, userId, held)
      if (person.watches === 'trial' && !(await hasTried(tx, userId)))
        await recordTrialUse(tx, { userId, product: 'category', fp: DEMO_DEVICE, incognito: false, at: clock.now() })
      const ownerId = person.teamOf === undefined ? undefined : ids.get(person.teamOf)
      // A team of long ago may have ended: no one is taken into it then.
      if (ownerId !== undefined && (await findTeam(tx, ownerId, clock.now()))?.seated) {
        const { email, username, right } = person
        await addMember(tx, clock, { ownerId, userId, email, username, ...(right && { right }) })
      }
    })
  }
}

interface Held {
  tariffType: 'trial' | 'regular' | 'team'
  categories: Category[]
  /** How many groups they may listen to. */
  groups?: number
}

function watchedBy({ watches }: DemoPerson, categories: Category[]): Held {
  if (watches === 'all categories') return { tariffType: 'regular', categories }
  if (watches === 'some categories') return { tariffType: 'regular', categories: categories.slice(0, 8) }
  if (watches === 'some categories, with a team') return { tariffType: 'team', categories: categories.slice(0, 8) }
  if (watches === 'groups') return { tariffType: 'regular', categories: [], groups: 50 }
  return {
    tariffType: 'trial',
    categories: watches === 'trial' ? categories.filter(({ free }) => free).slice(0, 1) : [],
  }
}

async function holds(tx: Tx, userId: number, tariffType: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where('tariffType', '=', tariffType)
    .executeTakeFirst()
  return row !== undefined
}

async function hasTried(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('trialUses').select('id').where('userId', '=', userId).executeTakeFirst()
  return row !== undefined
}

async function hold(tx: Tx, clock: Clock, userId: number, { tariffType, categories, groups }: Held): Promise<void> {
  const startsAt = clock.now()
  const expiresAt = new Date(startsAt.getTime() + YEAR)
  const teamSize = tariffType === 'team' ? TEAM_SIZE : null
  const tariff = tariffType === 'trial' ? await findTrialTariff(tx, 'category') : null
  for (const { id: productId } of categories) {
    const sold = { userId, productType: 'category', productId, tariffType, startsAt, expiresAt, teamSize } as const
    await subscribe(tx, clock, { ...sold, ...(tariff && { tariff }) })
  }
  if (groups === undefined) return
  await subscribe(tx, clock, {
    userId,
    productType: 'group',
    productId: await ensureGroupset(tx, clock, userId),
    tariffType,
    startsAt,
    expiresAt,
    maxSize: groups,
  })
}
