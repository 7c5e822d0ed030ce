import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../testing/test-user.ts'
import {
  groups,
  openTestWorld,
  paidForTeam,
  PASSWORD,
  type Asker,
  type TestWorld,
} from '../../../testing/test-world.ts'
import { unzip } from '../../reading/exports/read-files.samples.ts'
import { pasteGroups } from '../../watching/groups/groups.samples.ts'
import { testNotice } from '../../../../rules/notices/words.ts'
import { linkAddress } from '../../reach/notices/channels/fake.samples.ts'
import { postNotice } from '../../reach/notices/notifying/post-notice.ts'
import { keepReferral, nobodysReferral } from '../../people/referrals/referrals.public.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let messageId: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paidForTeam('photographers'), groups(5))
  await pasteGroups(world, anna, 'vk.com/подслушано')
  boris = await world.customer('boris')
  await world.team(anna, boris)
  await world.post('Посоветуйте фотографа', { url: 'https://vk.com/wall-1_1' })
  messageId = (await world.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => world.close())

const download = ({ token = null, ip = '127.0.0.1' }: Asker) =>
  world.web.app.inject({
    url: '/api/user/data',
    remoteAddress: ip,
    headers: token === null ? {} : { cookie: `echolot=${token}` },
  })

async function filesOf(person: Asker): Promise<Record<string, unknown>> {
  const response = await download(person)
  expect(response.statusCode).toBe(200)
  const files = [...unzip(response.rawPayload)].filter(([path]) => path.endsWith('.json'))
  return Object.fromEntries(files.map(([path, text]) => [path.replace('.json', ''), JSON.parse(text)]))
}

describe('privacy.downloadMyData', () => {
  it('is an archive of readable files', async () => {
    const response = await download(anna)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(response.rawPayload.length),
    })
    expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain('Мои данные 2026-11-20.zip')
    const files = unzip(response.rawPayload)
    const contents = files.get('Что здесь.txt') ?? ''
    for (const path of files.keys()) if (path !== 'Что здесь.txt') expect(contents).toContain(`  ${path}\n`)
  })

  it('holds what the person did, and nothing of others', async () => {
    const filter = { ...(await anna.asks('filters', 'listFilters', {})).filters[0] }
    expect(filter.name).toBe('Дефолтная')
    await anna.asks('marks', 'setViewed', { id: messageId, value: true })
    await anna.asks('marks', 'setFavorite', { id: messageId, value: true })
    await anna.asks('marks', 'setLike', { id: messageId, value: true })
    await anna.asks('marks', 'setNote', { id: messageId, text: 'позвонить в понедельник' })
    await anna.asks('marks', 'markSpam', { id: messageId })
    await boris.asks('marks', 'setNote', { id: messageId, text: 'заметка Бориса' })
    const rule = { mode: 'hourly' as const, hour: 9, weekdays: [1], level: 'hot' as const, smallest: 2 }
    await anna.asks('notices', 'setNoticeRule', { filterId: anna.filterId, channel: 'telegram', ...rule })
    await anna.asks('notices', 'setNoticePreferences', { ceiling: 7 })
    await linkAddress(world, anna.userId, 'telegram', 'chat of anna')
    const notice = { userId: anna.userId, channel: 'telegram', kind: 'test', filterId: null, alarm: null } as const
    await world.db
      .transaction()
      .execute((tx) => postNotice(tx, { ...notice, ...testNotice, count: 0, messageIds: [] }, world.clock.now()))
    await anna.asks('accounts', 'checkDevice', { fp: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', incognito: true })
    await world.db.transaction().execute((tx) =>
      keepReferral(tx, world.clock, anna.userId, {
        ...nobodysReferral,
        refUrl: 'https://echolot.example/?utm_source=vk',
      }),
    )

    await world.settle()

    const files = await filesOf(anna)
    const about = {
      сообщение: messageId,
      ссылка: 'https://vk.com/wall-1_1',
      текст: 'Посоветуйте фотографа',
      когда: world.clock.now().toISOString(),
    }
    expect(files).toMatchObject({
      Профиль: {
        номер: anna.userId,
        имя: 'anna',
        email: 'anna@example.ru',
        'часовой пояс': 'Europe/Moscow',
        'есть пароль': true,
        роли: ['teamOwner'],
      },
      Входы: [{ место: 'домашняя сеть', адрес: anna.ip }],
      Устройства: [{ отпечаток: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'режим инкогнито': true }],
      'Откуда вы пришли': { 'кто привёл': 'никто', 'на какую страницу': 'https://echolot.example/?utm_source=vk' },
      Подписки: [
        { продукт: 'категория', название: expect.stringMatching(/фотограф/i), тариф: 'командный' },
        { продукт: 'группы', групп: 5 },
      ],
      Команды: [{ команда: 'своя', email: 'boris@example.ru', состояние: 'состоит' }],
      Группы: [{ группа: 'подслушано', ссылка: 'https://vk.com/подслушано', включена: true, 'когда убрана': null }],
      'Вставленные ссылки на группы': [{ ссылка: 'vk.com/подслушано', 'что с ней стало': 'added' }],
      Фильтры: [{ название: 'Дефолтная', удалён: null }],
      Избранное: [about],
      Оценки: [{ ...about, оценка: 'нравится' }],
      Заметки: [{ ...about, заметка: 'позвонить в понедельник' }],
      Спам: [about],
      'Чёрный список': [],
      Просмотренное: [{ сообщение: messageId, когда: about.когда }],
      'Чему научилась лента': { 'выучено «нравится»': 0, 'выучено «не нравится» и «спам»': 1, когда: about.когда },
      Выгрузки: [],
      'Настройки уведомлений': {
        'не больше в час': 7,
        правила: [{ фильтр: 'Дефолтная', куда: 'telegram', когда: 'hourly', 'от уровня': 'hot', 'не меньше': 2 }],
        адреса: [{ куда: 'telegram', название: 'chat of anna', отключён: null }],
      },
      'Журнал уведомлений': [{ куда: 'telegram', заголовок: 'Проверка уведомлений', состояние: 'waiting' }],
    })
    expect(files['Журнал аккаунта']).toEqual(
      expect.arrayContaining([expect.objectContaining({ событие: 'data-downloaded', кто: 'вы', адрес: anna.ip })]),
    )
    expect(JSON.stringify(files)).not.toContain('заметка Бориса')

    const theirs = await filesOf(boris)
    expect(theirs).toMatchObject({
      Команды: [{ команда: 'команда: anna' }],
      Заметки: [{ заметка: 'заметка Бориса' }],
      Просмотренное: [],
    })
    expect(theirs).not.toHaveProperty('Модерация')
    expect(JSON.stringify(theirs)).not.toContain('позвонить в понедельник')
  })

  it('is read from every table that is about a person, but for those of which there is a reason', async () => {
    const { rows } = await world.database.pool.query<{ table: string }>(
      `select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid = 'users'::regclass order by 1`,
    )
    const { userId } = await world.somebody('olga', ['admin', 'moderator', 'partner'])
    /** Without a table that is read, the copy can't be made. */
    const isRead = async (table: string): Promise<boolean> => {
      await world.database.pool.query(`alter table ${table} rename to table_that_is_gone`)
      try {
        for (const read of world.hooks.personalData)
          for (const file of Object.values(await read(world, userId)))
            if (Symbol.asyncIterator in file) for await (const _ of file);
        return false
      } catch {
        return true
      } finally {
        await world.database.pool.query(`alter table table_that_is_gone rename to ${table}`)
      }
    }
    const unread: string[] = []
    for (const { table } of rows) if (!(await isRead(table))) unread.push(table)
    expect(unread).toEqual([
      // Written by editors for the service: which of them sent a picture or published a version.
      'article_pictures',
      'article_versions',
      // Worked out from what stands in personal_layers.
      'dismissed_messages',
      // Which copies are one lead: the lead itself is listed.
      'lead_clusters',
      // Good for minutes.
      'network_sign_ins',
      // What alarms there were stands in the journal of notices.
      'notice_alarms',
      // Hashes of codes, good for a quarter of an hour.
      'notice_link_tokens',
      // Up to where people were notified of a filter.
      'notice_states',
      // The terms of the programme, the same for all.
      'partner_terms',
      // Hashes of codes.
      'recovery_codes',
      // That letters went, to be counted for a day.
      'recovery_letters',
      // Good for an hour, and only for anyone who has the letter.
      'recovery_tokens',
      // Stand in the moderator's log.
      'rejected_authors',
      'rejected_texts',
      // Of which messages there was a notice: the journal says it.
      'told_clusters',
    ])
    expect(rows.length).toBeGreaterThan(25)
  })

  it('shows a moderator what he did, and keeps every secret', async () => {
    const maria = await world.somebody('maria', ['moderator'])
    await maria.asks('moderation', 'moderateMessage', { id: messageId, action: 'approve' })
    const response = await download(maria)
    const files = unzip(response.rawPayload)
    expect(JSON.parse(files.get('Модерация.json') ?? '[]')).toMatchObject([
      { сообщение: messageId, действие: 'approve' },
    ])
    const { rows } = await world.database.pool.query<{ secret: string }>(
      `select password_hash as secret from users where id = $1 union all select encode(token_hash, 'hex') from sessions where user_id = $1
        union all select encode(token_hash, 'base64') from sessions where user_id = $1`,
      [maria.userId],
    )
    const all = [...files.values()].join()
    for (const secret of [maria.token, PASSWORD, ...rows.map((row) => row.secret)]) expect(all).not.toContain(secret)
  })

  it('packs a long list without losing a line of it', async () => {
    const vera = await world.customer('vera')
    await world.database.pool.query(`insert into message_views select $1, generate_series(1, 25000), now()`, [
      vera.userId,
    ])
    const { Просмотренное: views } = (await filesOf(vera)) as { Просмотренное: { сообщение: number }[] }
    expect(views.map((view) => view['сообщение'])).toEqual(Array.from({ length: 25_000 }, (_, place) => place + 1))
  })

  it('is refused to a guest, and to whoever asks all the time', async () => {
    expect((await download({})).json()).toMatchObject({ code: 'UNAUTHORIZED' })
    const oleg = await world.customer('oleg')
    for (let each = 0; each < 5; each += 1) expect((await download(oleg)).statusCode).toBe(200)
    expect((await download(oleg)).json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })
})

it('privacy.getPrivacyFacts names who runs the service, and the days as they are set', async () => {
  const operator = { name: 'ООО «Эхо»', details: 'Москва, ИНН 7700000000', email: 'data@example.ru' }
  const inParts = { inn: '7700000000', ogrn: '', address: 'Москва' }
  const own = await openTestWorld({
    config: { operator: { ...operator, ...inParts }, sessionDays: 7, sessionMostDays: 9, messageDays: 3 },
  })
  try {
    expect(await own.ask('privacy', 'getPrivacyFacts', {})).toEqual({
      status: 'ok',
      result: { operator, development: true, sessionDays: 7, sessionMostDays: 9, messageDays: 3 },
    })
  } finally {
    await own.close()
  }
})
