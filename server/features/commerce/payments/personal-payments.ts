/** What orders hold of a person: for them to download, and to be forgotten when the account is gone. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export async function personalPayments({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select account as "заказ", created_at as "когда",
      case product when 'category' then 'категории' when 'project' then 'проекты' else 'группы' end as "продукт",
      tariff ->> 'title' as "тариф", tariff ->> 'durationTitle' as "срок", quantity as "сколько",
      array(select c.name from unnest(items) with ordinality as item (id, place) join categories c on c.id = item.id order by place) as "категории",
      round(price / 100.0, 2)::float as "цена, руб.", round(total / 100.0, 2)::float as "к оплате, руб.", contact as "чек отправлен на",
      case status when 'waiting' then 'ждёт оплаты' when 'paid' then 'оплачен' when 'failed' then 'не оплачен' else 'деньги возвращены' end as "состояние",
      nullif(gateway, 'none') as "чем платили", paid_at as "оплачен", receipt_url as "чек"
    from orders where user_id = ${userId} order by id`.execute(db)
  const prints = await db
    .selectFrom('payerPrints')
    .select(['kind', 'firstSeenAt'])
    .where('userId', '=', userId)
    .orderBy('firstSeenAt')
    .execute()
  return {
    Заказы: rows,
    ...(prints.length > 0 && {
      'Отпечатки того, чем платили': prints.map(({ kind, firstSeenAt }) => ({
        чего: kind === 'phone' ? 'телефона' : 'карты',
        впервые: firstSeenAt,
      })),
    }),
  }
}

/**
 * The books keep what was paid, and not the e-mails of accounts that are gone. One whose money may still come keeps it until then: the
 * receipt has to go somewhere.
 */
export async function forgetContacts(db: DbOrTx): Promise<void> {
  await db
    .updateTable('orders')
    .set({ contact: '' })
    .where('userId', 'is', null)
    .where('closedAt', 'is not', null)
    .where('contact', '<>', '')
    .execute()
}
