/** A few leads to look around with, each as far as work on it may be; once, for who has none. */
import type { LeadStatus } from '../../contract/reading/lead-mark.ts'
import { sql } from 'kysely'
import { readReader, type Reader } from '../features/reading/feed/feed.public.ts'
import { moveLead } from '../features/reading/leads/move-lead.ts'
import { insertSnapshot, lockLead } from '../features/reading/leads/touch-lead.ts'
import { HOUR, type Clock } from '../kit/clock.ts'
import type { Db, Tx } from '../kit/sql.ts'
import { leadsPerson, teamOwner } from './demo.ts'

interface DemoLead {
  text: string
  group: string
  place: string
  /** Hours ago. */
  found: number
  /** So many hours after that, in kopecks. */
  steps: { status: LeadStatus; after: number; sum?: number }[]
  reminder?: string
}

const CATEGORY = 'photographers'

const demoLeads: DemoLead[] = [
  {
    text: 'Посоветуйте фотографа на свадьбу 14 июня, выездная регистрация за городом, нужно часов на восемь',
    group: 'Невесты города',
    place: 'Тверь',
    found: 3,
    steps: [{ status: 'inWork', after: 0.2 }],
    reminder: 'Прислать примеры съёмки',
  },
  {
    text: 'Ищу фотографа для каталога украшений, сто предметов, белый фон',
    group: 'Мастера и покупатели',
    place: 'Казань',
    found: 30,
    steps: [{ status: 'inWork', after: 1 }],
  },
  {
    text: 'Кто снимает детские праздники? Дочке пять лет, нужна пара часов в субботу',
    group: 'Мамы района',
    place: 'Омск',
    found: 26,
    steps: [
      { status: 'inWork', after: 0.1 },
      { status: 'answered', after: 0.4 },
    ],
  },
  {
    text: 'Нужен фотограф на корпоратив в пятницу, шестьдесят человек, центр',
    group: 'Бизнес-чат',
    place: 'Москва',
    found: 74,
    steps: [
      { status: 'answered', after: 0.5 },
      { status: 'won', after: 20, sum: 25_000_00 },
    ],
  },
  {
    text: 'Подскажите недорогого фотографа на документы с выездом',
    group: 'Подслушано',
    place: 'Тверь',
    found: 98,
    steps: [
      { status: 'answered', after: 2 },
      { status: 'lost', after: 30 },
    ],
  },
]

/** Of a person who works alone, and of a team. */
export async function seedDemoLeads(db: Db, clock: Clock): Promise<void> {
  for (const email of [leadsPerson, teamOwner]) {
    const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (!user) continue
    const reader = await readReader(db, { id: user.id, roles: [] }, clock.now(), 'work')
    const has = await db.selectFrom('leads').select('id').where('ownerId', '=', reader.ownerId).executeTakeFirst()
    if (has || reader.ownerId !== user.id) continue
    const category = await db
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('slug', '=', CATEGORY)
      .executeTakeFirst()
    if (!category) return
    await db.transaction().execute(async (tx) => {
      for (const lead of demoLeads) await seedLead(tx, clock, reader, category, lead)
    })
  }
}

/** As if its message had left the feed since: a number of its own, which no message will get. */
async function seedLead(
  tx: Tx,
  clock: Clock,
  reader: Reader,
  category: { id: number; name: string },
  { text, group, place, found, steps, reminder }: DemoLead,
): Promise<void> {
  const now = clock.now().getTime()
  const foundAt = new Date(now - found * HOUR)
  const { rows } = await sql<{ id: number }>`select nextval('message_id_seq') as id`.execute(tx)
  const messageId = rows[0]?.id ?? 0
  const snapshot = {
    messageId,
    productType: 'category',
    productId: category.id,
    productName: category.name,
    text,
    network: 'vk',
    kind: 'post',
    url: null,
    authorId: null,
    authorName: null,
    authorUrl: null,
    groupName: group,
    place,
    isDemo: true,
    publishedAt: foundAt,
    foundAt,
  }
  const made = await insertSnapshot(tx, reader, snapshot, messageId, foundAt)
  if (!made) return
  for (const { status, after, sum } of steps) {
    const at = new Date(foundAt.getTime() + after * HOUR)
    await moveLead(tx, { reader, at, messageId }, await lockLead(tx, reader, made.id), { status, sum })
  }
  if (reminder === undefined) return
  const mover = { reader, at: new Date(now), messageId }
  await moveLead(tx, mover, await lockLead(tx, reader, made.id), { remindAt: new Date(now + 2 * HOUR), reminder })
}
