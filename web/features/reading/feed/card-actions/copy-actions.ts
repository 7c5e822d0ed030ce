/** The text of a message, or the way to it, for wherever a person needs it. */
import { IconCopy, IconLink } from '@tabler/icons-react'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { linksHere } from '../card/source-links.ts'

/** @param done what is said when it is in the clipboard */
export async function copyWords(words: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    showActionToast(done, null)
    return true
  } catch {
    // No clipboard without https, or without leave.
    showErrorToast('Браузер не дал скопировать: выделите текст и нажмите Ctrl+C.')
    return false
  }
}

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
