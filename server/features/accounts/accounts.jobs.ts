import { every, on, type Job } from '../../kit/jobs.ts'
import { forgetCaptchaAnswers } from './captcha.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'
import { sendRecoveryLetter } from './recovery.ts'
import { forgetRecoveryLinks } from './recovery-links.ts'
import { forgetRegistrations } from './registration.ts'
import { forgetOldFailures } from './sign-in-failures.ts'

export const accountsJobs: Job[] = [
  every('33 * * * *', 'delete-due-accounts', deleteDueAccounts),
  on('recovery.asked', 'send-recovery-letter', async (context, { userId }) => {
    if (userId !== null) await sendRecoveryLetter(context, userId)
  }),
  every('13,43 * * * *', 'forget-sign-in-traces', async ({ db, clock }) => {
    await forgetRegistrations(db, clock)
    await forgetRecoveryLinks(db, clock)
    await forgetOldFailures(db, clock)
    await forgetCaptchaAnswers(db, clock)
  }),
]
