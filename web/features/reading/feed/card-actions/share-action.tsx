import { IconShare } from '@tabler/icons-react'
import type { CardAction, CardDialogProps } from '../../../../kit/actions/card-action.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import { linksHere } from '../card/source-links.ts'

const ShareDialog = lazyNamed(() => import('../../../../kit/ui/components/share-dialog.tsx'), 'ShareDialog')

/** So much of a text says which message is meant. */
const TITLE_LETTERS = 80

/** Gives the page of a message to someone. */
export function shareAction(straightLinks: boolean): CardAction {
  return {
    id: 'share',
    label: () => 'Поделиться…',
    short: 'Поделиться',
    Icon: IconShare,
    place: 'menu',
    may: (message) => linksHere(message, straightLinks).message !== null,
    Dialog: ({ message, onClose }: CardDialogProps) => (
      <ShareDialog
        url={linksHere(message, straightLinks).message ?? ''}
        title={titleOf(message.text)}
        {...(!straightLinks && { note: 'Откроет ссылку тот, кто вошёл и видит это сообщение в своей ленте.' })}
        onClose={onClose}
      />
    ),
  }
}

function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > TITLE_LETTERS ? `${line.slice(0, TITLE_LETTERS).trimEnd()}…` : line
}
