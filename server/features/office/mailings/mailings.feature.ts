/** Mailings: what is written to many at once, and what people want to be sent (docs/decisions/mailings.md). */
import type { MailingStatus, MailingType } from '../../../../contract/office/mailings.ts'
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { endMailHold, getMailing, listMailHolds, listMailings, toggleMailing } from './change-mailings.ts'
import {
  followMailingLink,
  getMailingChoices,
  openMailingUnsubscribe,
  readMailingLink,
  setMailingChoice,
  takeMailingUnsubscribe,
} from './leave-mailing.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { mailingsSignals } from './mailings.signals.ts'
import { personalMailings } from './personal-mailings.ts'
import { estimateMailing, previewMailing, sendEmail, sendTestMailing } from './send-email.ts'
import { takeReturnedMail } from './take-returned.ts'

const handlers: Handlers<'mailings'> = {
  sendEmail,
  listMailings,
  toggleMailing,
  getMailing,
  estimateMailing,
  previewMailing,
  sendTestMailing,
  listMailHolds,
  endMailHold,
  getMailingChoices,
  setMailingChoice,
  readMailingLink,
  followMailingLink,
  openMailingUnsubscribe,
  takeMailingUnsubscribe,
  takeReturnedMail,
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'mailing-toggled': { mailing: number; before: MailingStatus; status: MailingStatus }
    'mail-hold-ended': { holder: string; why: string }
    'mailing-created': { mailing: number; type: MailingType; group: string; recipients: number }
  }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** There is something to send, or mailings stand otherwise than before. */
    'mailings.changed': Record<string, never>
  }
}

export const mailingsFeature = defineFeature({
  name: 'mailings',
  handlers,
  jobs: [every('41 3 * * *', 'forget-mailing-addresses', forgetAddresses)],
  signals: mailingsSignals,
  personalData: personalMailings,
  auditWords: {
    'mailing-created': 'Рассылка создана',
    'mailing-toggled': 'Рассылка остановлена или продолжена',
    'mail-hold-ended': 'Почтовая служба снова получает рассылки',
  },
})
