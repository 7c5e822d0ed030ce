/** Everything the service keeps about a person, in one archive of readable files. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { personOf, type Asking, type FileAnswer } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import type { PersonalData } from '../../kit/personal-data.ts'
import { personalCart } from '../cart/cart.public.ts'
import { personalExports } from '../exports/exports.public.ts'
import { personalFeed } from '../feed/feed.public.ts'
import { personalFilters } from '../filters/filters.public.ts'
import { personalGroups } from '../groups/groups.public.ts'
import { personalLearning } from '../learning/learning.public.ts'
import { personalMarks } from '../marks/marks.public.ts'
import { personalModeration } from '../moderation/moderation.public.ts'
import { personalReferral } from '../partner/partner.public.ts'
import { personalPayments } from '../payments/payments.public.ts'
import { personalProjects } from '../projects/projects.public.ts'
import { personalPromo } from '../promo/promo.public.ts'
import { personalFeedback } from '../site/site.public.ts'
import { personalNetworks } from '../social/social.public.ts'
import { personalSubscriptions } from '../subscriptions/subscriptions.public.ts'
import { personalTeams } from '../team/team.public.ts'
import { personalAccount } from './personal-account.ts'
import type { PlaceWords } from './place-words.ts'

const parts = [
  personalNetworks,
  personalReferral,
  personalSubscriptions,
  personalProjects,
  personalGroups,
  personalPayments,
  personalCart,
  personalPromo,
  personalTeams,
  personalFilters,
  personalFeed,
  personalMarks,
  personalLearning,
  personalExports,
  personalModeration,
  personalFeedback,
]

export async function packMyData(asking: Asking, placeWords: PlaceWords): Promise<FileAnswer> {
  const { db, clock } = asking
  const userId = personOf(asking).id
  await db
    .transaction()
    .execute((tx) => audit(tx, clock, asking, { actorId: userId, userId, action: 'data-downloaded' }))
  const files: PersonalData = await personalAccount(db, userId, placeWords)
  for (const part of parts) Object.assign(files, await part(db, userId))
  // Whole before it leaves, so that a failure is told and not half a file: it packs to a tenth.
  const bytes = await zip(files, clock.now())
  const day = clock.now().toISOString().slice(0, 10)
  return {
    fileName: `Мои данные ${day}.zip`,
    type: 'application/zip',
    length: bytes.length,
    contents: Readable.from([bytes]),
  }
}

async function zip(files: PersonalData, mtime: Date): Promise<Buffer> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (error: Error) => output.destroy(error))
  archive.addBuffer(Buffer.from(contentsOf(files)), 'Что здесь.txt', { mtime })
  for (const [name, contents] of Object.entries(files)) {
    const source = Readable.from(written(contents))
    source.on('error', (error) => output.destroy(error))
    archive.addReadStream(source, `${name}.json`, { mtime })
  }
  archive.end()
  return buffer(output)
}

const contentsOf = (files: PersonalData): string => `Всё, что сервис хранит о вас, по файлу на каждую тему:

${Object.keys(files)
  .map((name) => `  ${name}.json`)
  .join('\n')}

Файлы откроет любой текстовый редактор. Время в них записано по Гринвичу.
Пароля здесь нет: сервис его не знает и хранит только то, по чему его можно проверить.
`

/** JSON for reading; of long lists never more than a line is in memory. */
async function* written(contents: PersonalData[string]): AsyncGenerator<string> {
  if (!(Symbol.asyncIterator in contents)) return yield `${JSON.stringify(contents, null, 2)}\n`
  let before = '['
  for await (const line of contents) {
    yield `${before}\n  ${JSON.stringify(line)}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
