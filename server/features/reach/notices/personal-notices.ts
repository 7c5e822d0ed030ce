/** What notices keep about one person, as they may download it. */
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import { sql } from 'kysely'
import type { DbOrTx } from '../../../kit/sql.ts'

export async function personalNotices({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const [preferences, rules, addresses] = await Promise.all([
    db.selectFrom('noticePreferences').selectAll().where('userId', '=', userId).executeTakeFirst(),
    db
      .selectFrom('noticeRules')
      .innerJoin('filters', 'filters.id', 'noticeRules.filterId')
      .select(['name', 'channel', 'mode', 'hour', 'weekdays', 'level', 'smallest', 'updatedAt'])
      .where('noticeRules.userId', '=', userId)
      .orderBy('filterId')
      .orderBy('channel')
      .execute(),
    db.selectFrom('noticeAddresses').selectAll().where('userId', '=', userId).orderBy('id').execute(),
  ])
  return {
    'Настройки уведомлений': {
      'тихие часы': preferences ? { с: preferences.quietFrom, до: preferences.quietTo } : null,
      'пауза до': preferences?.pausedUntil ?? null,
      'не больше в час': preferences?.ceiling ?? null,
      'о неполадках': preferences?.alarms ?? null,
      правила: rules.map((rule) => ({
        фильтр: rule.name,
        куда: rule.channel,
        когда: rule.mode,
        час: rule.hour,
        'дни недели': rule.weekdays,
        'от уровня': rule.level,
        'не меньше': rule.smallest,
        изменено: rule.updatedAt,
      })),
      адреса: addresses.map(({ channel, title, addressKey, isGroup, createdAt, usedAt, endedAt, endedBecause }) => ({
        куда: channel,
        название: title,
        адрес: addressKey,
        'групповой чат': isGroup,
        подключён: createdAt,
        'последний раз': usedAt,
        отключён: endedAt,
        'почему отключён': endedBecause,
      })),
    },
    'Журнал уведомлений': journalOf(db, userId),
  }
}

const PIECE = 1_000

async function* journalOf(db: DbOrTx, userId: number): AsyncGenerator<object> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<{
      id: number
      at: Date
      channel: string
      title: string
      text: string
      count: number
      state: string
      sentAt: Date | null
      reason: string | null
    }>`
      select id, created_at as at, channel, title, text, count, state, sent_at, reason from notices
      where user_id = ${userId} and id < ${before} order by id desc limit ${PIECE}`.execute(db)
    for (const { id, at, channel, title, text, count, state, sentAt, reason } of rows) {
      before = id
      yield {
        когда: at,
        куда: channel,
        заголовок: title,
        текст: text,
        сообщений: count,
        состояние: state,
        отправлено: sentAt,
        почему: reason,
      }
    }
    if (rows.length < PIECE) return
  }
}
