/** What one person wrote under articles: for them to download. It goes with their account. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalBlog({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select c.created_at as "когда", a.title as "под статьёй", c.message as "текст",
      case c.state when 'new' then 'ждёт проверки' when 'shown' then 'видят все' else 'скрыт' end as "состояние"
    from blog_comments c join articles a on a.id = c.article_id
    where c.user_id = ${userId} order by c.id`.execute(db)
  return rows.length === 0 ? {} : { 'Комментарии в блоге': rows }
}
