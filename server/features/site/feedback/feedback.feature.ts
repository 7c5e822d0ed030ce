/** Letters to support. */
import type { Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { feedbackKeptDays } from '../../../../contract/site/feedback.ts'
import { readPrint } from '../../../../rules/device-print.ts'
import { DAY } from '../../../kit/clock.ts'
import { every } from '../../../kit/jobs.ts'
import { personalFeedback } from './personal-feedback.ts'

const handlers: Handlers<'feedback'> = {
  async sendFeedback({ db, clock, config, person }, { name = '', email, subj = '', msg, from = '', fp }) {
    const subject = subj.trim() || 'Без темы'
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('feedback')
        .values({
          userId: person?.id ?? null,
          cameFrom: from,
          fp: readPrint(fp),
          name: name.trim(),
          email: email.trim(),
          subject,
          message: msg,
          at: clock.now(),
        })
        .execute()
      if (config.supportEmail === '') return
      await postLetter(tx, clock, config.supportEmail, {
        subject: `Обращение: ${subject}`,
        title: subject,
        paragraphs: [`${name.trim() || 'Без имени'}, ${email.trim()}`, ...msg.split(/\n{2,}/)],
        footnote: from === '' ? '' : `Написано на странице ${from}`,
      })
    })
    return {}
  },
}

export const feedbackFeature = defineFeature({
  name: 'feedback',
  handlers,
  jobs: [
    every('51 1 * * *', 'forget-feedback', async ({ db, clock }) => {
      await db
        .deleteFrom('feedback')
        .where('at', '<', new Date(clock.now().getTime() - feedbackKeptDays * DAY))
        .execute()
    }),
  ],
  personalData: personalFeedback,
})
