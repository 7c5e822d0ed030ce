/** Who works for the service. */
import { defineFeature } from '../../../kit/feature.ts'
import { readStaff } from './list-staff.ts'
import { setStaffRoles } from './set-staff-roles.ts'

export const staffFeature = defineFeature({
  name: 'staff',
  handlers: {
    listStaff: async ({ db, config }) => ({
      members: await readStaff(db),
      secondFactorAsked: config.staffSecondFactor,
    }),
    setStaffRoles,
  },
})
