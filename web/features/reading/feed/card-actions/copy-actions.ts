/** The text of a message, or the way to it, for wherever a person needs it. */
import { IconCopy, IconLink } from '@tabler/icons-react'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { copyWords } from '../../../../kit/ui/copy-words.ts'
import { linksHere } from '../card/source-links.ts'

export function copyActions(straightLinks: boolean): CardAction[] {
  return [
    {
      id: 'copyText',
      label: () => 'Скопировать текст',
      short: 'Скопировать текст',
      Icon: IconCopy,
      place: 'menu',
      key: { code: 'KeyC', letter: 'C', help: 'Скопировать текст' },
      run: ({ text }) => void copyWords(text, 'Текст скопирован'),
    },
    {
      id: 'copyLink',
      label: () => 'Скопировать ссылку',
      short: 'Скопировать ссылку',
      Icon: IconLink,
      place: 'menu',
      may: (message) => linksHere(message, straightLinks).message !== null,
      run: (message) => void copyWords(linksHere(message, straightLinks).message ?? '', 'Ссылка скопирована'),
    },
  ]
}
