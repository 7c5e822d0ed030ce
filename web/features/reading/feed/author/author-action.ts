import { IconUserCircle } from '@tabler/icons-react'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { openAuthor } from './author-state.ts'

/** Who wrote it, and what else. */
export const authorAction: CardAction = {
  id: 'author',
  label: () => 'Об авторе',
  short: 'Об авторе',
  Icon: IconUserCircle,
  place: 'menu',
  may: ({ author }) => author !== null,
  key: { code: 'KeyP', letter: 'P', help: 'Об авторе' },
  run: ({ author }) => author && openAuthor(author.id),
}
