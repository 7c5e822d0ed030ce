import { plural, type PluralForms } from '../../../../rules/plural.ts'
import type { Letter, LetterLink } from '../../../kit/mail/letter.ts'

export interface GroupNews {
  failure: 'closed' | 'gone' | 'renamed'
  /** What it is called now. */
  name: string
  /** What it was called before it was renamed. */
  was: string | null
}

/** More of one kind than these are only counted. */
const NAMED = 30
const groupForms: PluralForms = ['группа', 'группы', 'групп']
const ofGroups: PluralForms = ['группе', 'группах', 'группах']

export function groupFailureLetter(siteUrl: string, news: readonly GroupNews[]): Letter & { button: LetterLink } {
  const of = (failure: GroupNews['failure']) => news.filter((each) => each.failure === failure)
  const lost = news.some(({ failure }) => failure !== 'renamed')
  const [first, ...others] = news
  const subject =
    first && others.length === 0
      ? subjectOf(first)
      : lost
        ? `Новости о ${news.length} ${plural(news.length, ofGroups)} из вашего списка`
        : 'Группы из вашего списка переименованы'
  return {
    subject,
    title: subject,
    paragraphs: [
      ...paragraph(
        'Стали закрытыми, и читать их могут только участники: ',
        of('closed').map(({ name }) => `«${name}»`),
      ),
      ...paragraph(
        'Удалены или заблокированы своей сетью: ',
        of('gone').map(({ name }) => `«${name}»`),
      ),
      ...paragraph(
        'Переименованы, мы слушаем их как прежде: ',
        of('renamed').map(({ was, name }) => (was === null ? `«${name}»` : `«${was}» теперь «${name}»`)),
      ),
      ...(lost
        ? [
            'Новых сообщений из закрытых и удалённых групп не будет. Они занимают место в списке: замените их другими. Если группа откроется снова, мы это заметим.',
          ]
        : []),
    ],
    button: { title: 'Открыть список групп', url: `${siteUrl}/groups` },
  }
}

function subjectOf({ failure, name, was }: GroupNews): string {
  if (failure === 'closed') return `Группа «${name}» закрылась`
  if (failure === 'gone') return `Группы «${name}» больше нет`
  return was === null ? `Группа «${name}» переименована` : `Группа «${was}» теперь называется «${name}»`
}

function paragraph(begin: string, names: string[]): string[] {
  if (names.length === 0) return []
  const more = names.length - NAMED
  return [`${begin}${names.slice(0, NAMED).join(', ')}${more > 0 ? ` и ещё ${more} ${plural(more, groupForms)}` : ''}.`]
}
