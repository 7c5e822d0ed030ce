/** Letters to support: taken here; how they are answered stands in queue.ts. */
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { feedbackKeptDays } from '../../../../contract/site/feedback.ts'
import { readPrint } from '../../../../rules/device-print.ts'
import { DAY, MINUTE, type Clock } from '../../../kit/clock.ts'
import { every } from '../../../kit/jobs.ts'
import { lock } from '../../../kit/locks.ts'
import type { Tx } from '../../../kit/sql.ts'
import { keepFiles, readFiles, type KeptFile } from './files.ts'
import { personalFeedback } from './personal-feedback.ts'
import { queueHandlers } from './queue.ts'

const handlers: Handlers<'feedback'> = {
  async sendFeedback({ db, clock, config, person, files }, { name = '', email, subj = '', msg, from = '', fp }) {
    const subject = subj.trim() || 'Без темы'
    const written = { userId: person?.id ?? null, name: name.trim(), email: email.trim(), subject, message: msg }
    const kept = await readFiles(files)
    await db.transaction().execute(async (tx) => {
      await lock(tx, 'feedback of', written.email)
      if (await isRepeated(tx, clock, written, kept)) return
      const { id } = await tx
        .insertInto('feedback')
        .values({ ...written, cameFrom: from, fp: readPrint(fp), at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await keepFiles(tx, kept, { feedbackId: id, answerId: null })
      if (config.supportEmail === '') return
      await postLetter(tx, clock, config.supportEmail, {
        subject: `Обращение: ${subject}`,
        title: subject,
        paragraphs: [`${name.trim() || 'Без имени'}, ${email.trim()}`, ...msg.split(/\n{2,}/)],
        ...(kept.length > 0 && {
          button: { title: `Файлы: ${kept.length}`, url: `${config.siteUrl}/support?tab=letters&letter=${id}` },
        }),
        footnote: from === '' ? '' : `Написано на странице ${from}`,
      })
    })
    return {}
  },

  ...queueHandlers,
}

/** Anyone who was answered by a broken connection sends the same again, and it may have been taken the first time. */
const REPEATED_WITHIN = 15 * MINUTE

async function isRepeated(
  tx: Tx,
  clock: Clock,
  { userId, ...written }: { userId: number | null; name: string; email: string; subject: string; message: string },
  files: readonly KeptFile[],
): Promise<boolean> {
  let same = tx
    .selectFrom('feedback')
    .select((letter) => [
      'id',
      jsonArrayFrom(
        letter
          .selectFrom('feedbackFiles')
          .select(sql<string>`encode(digest, 'hex')`.as('digest'))
          .whereRef('feedbackFiles.feedbackId', '=', 'feedback.id')
          .where('answerId', 'is', null)
          .orderBy('feedbackFiles.id'),
      ).as('files'),
    ])
    .where('userId', 'is not distinct from', userId)
    .where('at', '>', new Date(clock.now().getTime() - REPEATED_WITHIN))
  for (const [column, value] of Object.entries(written)) same = same.where(column as keyof typeof written, '=', value)
  const sent = files.map(({ digest }) => digest.toString('hex')).join()
  return (await same.execute()).some((letter) => letter.files.map(({ digest }) => digest).join() === sent)
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'feedback-answered': { letter: number }
    'feedback-closed': { letter: number }
    'feedback-reopened': { letter: number }
  }
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
  auditWords: {
    'feedback-answered': 'Письмо: отправлен ответ',
    'feedback-closed': 'Письмо закрыто',
    'feedback-reopened': 'Письмо снова открыто',
  },
})
