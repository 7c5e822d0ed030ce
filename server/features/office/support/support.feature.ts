/** The support desk: finds people, shows all of one of them, and does something for them. It keeps nothing of its own: what was done stands in the audit log. */
import { defineFeature } from '../../../kit/feature.ts'
import { previewAction, takeAction } from './act.ts'
import { listPeople } from './list-people.ts'
import { getPersonInfo } from './person-info.ts'
import { undoAction } from './undo.ts'

export const supportFeature = defineFeature({
  name: 'support',
  handlers: { listPeople, getPersonInfo, takeAction, previewAction, undoAction },
})
