/** Who works for the service, and as what. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { staffRoleNames } from '../staff-roles.ts'

const Roles = Type.Array(Type.Enum([...staffRoleNames]), { maxItems: staffRoleNames.length, uniqueItems: true })

const StaffMemberSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  roles: Roles,
  /** Is there a second factor? Without one, where the service asks for it, the roles rest. */
  secondFactor: Type.Boolean(),
  seenAt: Type.Union([Type.String(), Type.Null()]),
})
export type StaffMember = Static<typeof StaffMemberSchema>

export const staff = {
  listStaff: call('GET', '/admin/staff', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({
      members: Type.Array(StaffMemberSchema),
      /** Must staff have a second factor here? */
      secondFactorAsked: Type.Boolean(),
    }),
  }),
  /** All of their roles among the staff; none ends their work. They are notified by letter. */
  setStaffRoles: call('PUT', '/admin/staff', {
    access: 'admin',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 60 },
    input: Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }), roles: Roles }),
    result: Type.Object({ member: Type.Union([StaffMemberSchema, Type.Null()]) }),
  }),
}
