/** Deletion of an account: asked by its owner, taken back for some days, and then done by a job. */
import { deletionGraceDays } from '../../../../contract/people/accounts.ts'
import { isStaff } from '../../../../rules/roles.ts'
import { personOf, sessionIdOf, type CallContext } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { DAY } from '../../../kit/clock.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import { checkOwnPassword, endSessions, setDeletionAt } from '../../people/accounts/accounts.public.ts'

/** From now on the days of grace run. Asked twice, they run from the first time. */
export async function askDeletion(ctx: CallContext, password: string | undefined): Promise<void> {
  const { db, clock, config } = ctx
  const userId = personOf(ctx).id
  const mine = db.selectFrom('users').select(['passwordHash', 'roles']).where('id', '=', userId)
  const { passwordHash, roles } = await mine.executeTakeFirstOrThrow()
  if (isStaff(roles)) throw new AppError('STAFF_CANNOT_BE_DELETED')
  if (passwordHash !== null) await checkOwnPassword(ctx, password ?? '')
  const deletionAt = new Date(clock.now().getTime() + deletionGraceDays * DAY)
  await db.transaction().execute(async (tx) => {
    const asked = await setDeletionAt(tx, userId, deletionAt)
    if (!asked) return
    await endSessions(tx, clock, { userId, except: sessionIdOf(ctx) })
    await recordAuditEntry(tx, clock, ctx, {
      actorId: userId,
      userId,
      action: 'deletion-asked',
      details: { deletionAt },
    })
    if (asked.email !== null)
      await postLetter(tx, clock, asked.email, deletionLetter(config.siteUrl, deletionAt, asked.timeZone))
  })
}

/** Nothing is to be deleted after all. */
export async function takeDeletionBack(ctx: CallContext): Promise<void> {
  const { db, clock } = ctx
  const userId = personOf(ctx).id
  await db.transaction().execute(async (tx) => {
    if (!(await setDeletionAt(tx, userId, null))) return
    await recordAuditEntry(tx, clock, ctx, { actorId: userId, userId, action: 'deletion-taken-back' })
  })
}

/** Answers when the account will be gone, and how to keep it. */
function deletionLetter(siteUrl: string, deletionAt: Date, timeZone: string): Letter {
  const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    deletionAt,
  )
  return {
    subject: `Ваш аккаунт в Эхолоте будет удалён ${day}`,
    title: 'Аккаунт будет удалён',
    paragraphs: [
      `Вы попросили удалить аккаунт. ${day} мы сотрём его, подписки, фильтры, отметки и заметки. Записи об оплатах останутся: их требует бухгалтерия.`,
      'До этого дня можно передумать: войдите и нажмите «Передумать».',
    ],
    button: { title: 'Оставить аккаунт', url: `${siteUrl}/profile` },
    footnote: 'Если вы этого не просили, войдите, оставьте аккаунт и сразу смените пароль: его знает кто-то ещё.',
  }
}
