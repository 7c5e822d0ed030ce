/** The support desk: finds people, shows all of one of them, and does something for them. It keeps nothing of its own: what was done stands in the audit log. */
import type { WantedGrant } from '../../../../rules/support/action.ts'
import { defineFeature } from '../../../kit/feature.ts'
import type { Opened } from '../../commerce/fulfilment/fulfilment.public.ts'
import { previewAction, takeAction } from './act.ts'
import { listPeople } from './list-people.ts'
import { getPersonInfo } from './person-info.ts'
import { undoAction } from './undo.ts'

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'support-opened': WantedGrant & Opened & { name: string; note: string }
    'support-deletion-set': { note: string; deletionAt: Date }
    'support-undone': { entry: number; action: 'support-opened' | 'support-deletion-set'; note: string }
  }
}

export const supportFeature = defineFeature({
  name: 'support',
  handlers: { listPeople, getPersonInfo, takeAction, previewAction, undoAction },
  auditWords: {
    'support-opened': 'Поддержка открыла подписку',
    'support-deletion-set': 'Поддержка назначила удаление аккаунта',
    'support-undone': 'Поддержка отменила своё действие',
  },
})
