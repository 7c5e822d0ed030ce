/** Pieces of text as a message of VK, which has no bold, and buttons as its keyboard. */
import type { Button, ChatPiece } from '../../bot/chat.ts'

const MOST_TEXT = 4_096
const MOST_LABEL = 40
const MOST_ROWS = 6
const MOST_IN_ROW = 5
const MOST_BUTTONS = 10

/** Between words that a person would see marked there stand quotes of no kind: the words are plain. */
export function drawText(pieces: readonly ChatPiece[]): string {
  const text = pieces.map((piece) => piece.text).join('')
  if (text.length <= MOST_TEXT) return text
  const cut = text.slice(0, MOST_TEXT - 1)
  const last = cut.charCodeAt(cut.length - 1)
  return `${last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut}…`
}

interface VkButton {
  action:
    | { type: 'callback'; label: string; payload: string }
    | { type: 'open_link'; label: string; link: string; payload: string }
  color?: 'secondary'
}

/** As the parameter of messages.send; what is more than VK takes is left out, the last rows stay. */
export function drawVkKeyboard(rows: readonly Button[][]): string {
  return JSON.stringify({ inline: true, buttons: fit(rows).map((row) => row.map(drawButton)) })
}

function drawButton(button: Button): VkButton {
  const label = button.text.length > MOST_LABEL ? `${button.text.slice(0, MOST_LABEL - 1)}…` : button.text
  if ('press' in button)
    return {
      action: { type: 'callback', label, payload: JSON.stringify({ press: button.press }) },
      color: 'secondary',
    }
  return { action: { type: 'open_link', label, link: button.url, payload: '{}' } }
}

/** The last row leads on, to the feed or the next page: it stays. */
function fit(rows: readonly Button[][]): Button[][] {
  const kept = rows.filter((row) => row.length > 0).map((row) => row.slice(0, MOST_IN_ROW))
  const count = (): number => kept.reduce((sum, row) => sum + row.length, 0)
  while (kept.length > MOST_ROWS) kept.splice(-2, 1)
  while (count() > MOST_BUTTONS) {
    const row = kept.at(-2)
    if (!row) break
    row.pop()
    if (row.length === 0) kept.splice(-2, 1)
  }
  return kept
}
