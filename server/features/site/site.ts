/** Letters to support, and the counter of goals. */
import type { Config } from '../../config.ts'
import type { Answers } from '../../kit/asking.ts'
import { postLetter } from '../../kit/mail/post-letter.ts'

export function answerSite(config: Config): Answers<'site'> {
  return {
    async sendFeedback({ db, clock, person }, { name = '', email, subj = '', msg, from = '' }) {
      const subject = subj.trim() || 'Без темы'
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('feedback')
          .values({
            userId: person?.id ?? null,
            cameFrom: from,
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

    async getCounter() {
      return { metrikaId: config.metrikaId === '' ? null : Number(config.metrikaId) }
    },
  }
}
