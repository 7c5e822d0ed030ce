/** An admin says who works for the service, and as what. `npm run roles` does the same from the service's own machine. */
import { isStaffRole } from '../../../../rules/roles.ts'
import { roleTitles } from '../../../../rules/role-titles.ts'
import type { RoleName } from '../../../../contract/call.ts'
import type { StaffMember } from '../../../../contract/office/staff.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { changeRolesOf, findUserIdByEmail } from '../../people/accounts/accounts.public.ts'
import { readStaff } from './list-staff.ts'

/**
 * Takes effect with their next call. Of one's own roles the admin's stays: so there is always one left.
 * @throws PERSON_NOT_FOUND, OWN_ADMIN_ROLE_REQUIRED
 */
export const setStaffRoles: Handlers<'staff'>['setStaffRoles'] = async (ctx, { email, roles }) => {
  const { db, clock, config } = ctx
  const { id: actorId } = personOf(ctx)
  const userId = await findUserIdByEmail(db, email)
  if (userId === null) throw new AppError('PERSON_NOT_FOUND')
  if (userId === actorId && !roles.includes('admin')) throw new AppError('OWN_ADMIN_ROLE_REQUIRED')
  await db.transaction().execute(async (tx) => {
    const user = await tx.selectFrom('users').select(['roles', 'email']).where('id', '=', userId).executeTakeFirst()
    const held = (user?.roles ?? []).filter(isStaffRole) as RoleName[]
    const changed = await changeRolesOf(tx, clock, actorId, userId, {
      add: roles,
      remove: held.filter((role) => !(roles as RoleName[]).includes(role)),
      from: ctx,
    })
    if (!changed) throw new AppError('PERSON_NOT_FOUND')
    const after = changed.after.filter(isStaffRole)
    if (user?.email && String(after.toSorted()) !== String(held.toSorted()))
      await postLetter(tx, clock, user.email, rolesLetter(config.siteUrl, after))
  })
  return { member: (await readStaff(db, userId))[0] ?? null } satisfies { member: StaffMember | null }
}

function rolesLetter(siteUrl: string, roles: readonly RoleName[]): Letter {
  return roles.length === 0
    ? {
        subject: 'Роль в Эхолоте снята',
        title: 'Вы больше не сотрудник',
        paragraphs: ['Администратор снял с вашего аккаунта роли сотрудника. Сам аккаунт и подписки остались.'],
        button: { title: 'Открыть Эхолот', url: `${siteUrl}/feed` },
      }
    : {
        subject: 'Ваша роль в Эхолоте',
        title: 'Ваша роль в Эхолоте',
        paragraphs: [
          `Теперь вы в Эхолоте: ${roles.map((role) => roleTitles[role].toLowerCase()).join(', ')}.`,
          'Если для сотрудников включена двухфакторная защита, роль заработает, когда вы включите её в профиле.',
        ],
        button: { title: 'Открыть профиль', url: `${siteUrl}/profile` },
      }
}
