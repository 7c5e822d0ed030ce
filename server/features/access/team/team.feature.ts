/** Teams: who was taken in by whom. */
import { defineFeature } from '../../../kit/feature.ts'
import { personalTeams } from './personal-teams.ts'

export const teamFeature = defineFeature({
  name: 'team',
  personalData: personalTeams,
})
