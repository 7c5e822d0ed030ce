/** The marks of one person: for them to download, and to be taken back when their account goes. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { Db } from '../../../kit/sql.ts'
import { changeItemsIn, publishMessagesChanged, setSpamCount } from '../feed/feed.public.ts'

const AT_ONCE = 10_000

export async function personalMarks({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  // The message it is about, while it is there.
  const message = (mark: string) => sql`left join lateral (
    select url, left(text, 500) as text from messages where id = ${sql.ref(mark)}.message_id limit 1) as m on true`
  const [favorites, reactions, notes, spam, authors] = await Promise.all([
    sql`select f.message_id as "сообщение", m.url as "ссылка", m.text as "текст", f.at as "когда"
      from favorites f ${message('f')} where f.user_id = ${userId} order by f.at`.execute(db),
    sql`select r.message_id as "сообщение", m.url as "ссылка", m.text as "текст",
        case r.reaction when 'like' then 'нравится' else 'не нравится' end as "оценка", r.at as "когда"
      from reactions r ${message('r')} where r.user_id = ${userId} order by r.at`.execute(db),
    sql`select n.message_id as "сообщение", m.url as "ссылка", m.text as "текст", n.text as "заметка", n.updated_at as "когда"
      from notes n ${message('n')} where n.user_id = ${userId} order by n.updated_at`.execute(db),
    sql`select s.message_id as "сообщение", m.url as "ссылка", m.text as "текст", s.at as "когда"
      from spam_marks s ${message('s')} where s.user_id = ${userId} order by s.at`.execute(db),
    sql`select a.network as "сеть", a.name as "имя", a.url as "ссылка", b.at as "когда"
      from blacklisted_authors b join authors a on a.id = b.author_id where b.user_id = ${userId} order by b.at`.execute(
      db,
    ),
  ])
  return {
    Избранное: favorites.rows as object[],
    Оценки: reactions.rows as object[],
    Заметки: notes.rows as object[],
    Спам: spam.rows as object[],
    'Чёрный список': authors.rows as object[],
    Просмотренное: listMarked(db, 'messageViews', userId),
    Разобранное: listMarked(db, 'handledClusters', userId),
  }
}

/** Marks of which a person has too many to be read at once. */
async function* listMarked(db: Db, table: 'messageViews' | 'handledClusters', userId: number): AsyncGenerator<object> {
  for (let after = 0; ;) {
    const marked = await db
      .selectFrom(table)
      .select(['messageId', 'at'])
      .where('userId', '=', userId)
      .where('messageId', '>', after)
      .orderBy('messageId')
      .limit(AT_ONCE)
      .execute()
    for (const { messageId, at } of marked) yield { сообщение: messageId, когда: at }
    const last = marked.at(-1)
    if (!last || marked.length < AT_ONCE) return
    after = last.messageId
  }
}

/** Messages in one transaction: few enough not to hold up the feed. */
const MESSAGES_AT_ONCE = 100

/** Takes back every spam mark of a person who leaves, so that counts agree with the marks there are. */
export async function takeBackSpamMarks(db: Db, userId: number): Promise<void> {
  for (;;) {
    const taken = await changeItemsIn(db, async (tx) => {
      const { rows } = await sql<{ messageId: number }>`
        delete from spam_marks where user_id = ${userId} and message_id in (
          select message_id from spam_marks where user_id = ${userId} order by message_id limit ${MESSAGES_AT_ONCE})
        returning message_id`.execute(tx)
      const messageIds = rows.map(({ messageId }) => messageId).sort((one, other) => one - other)
      for (const messageId of messageIds) await setSpamCount(tx, messageId)
      await publishMessagesChanged(tx, messageIds, null)
      return messageIds.length
    })
    if (taken < MESSAGES_AT_ONCE) return
  }
}
