/** Pieces of text as Telegram's HTML, and buttons as its keyboard. */
import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types'
import type { Button, ChatPiece } from '../../bot/chat.ts'

/** UTF-16 units, after the marks are read. */
const MOST_TEXT = 4_096

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => escaped[sign] ?? sign)

/** What is too long is cut: nothing is refused for its length. */
export function drawHtml(pieces: readonly ChatPiece[]): string {
  let left = MOST_TEXT
  let html = ''
  for (const { text, bold } of pieces) {
    const shown = cut(text, left)
    left -= shown.length
    if (shown === '') continue
    html += bold ? `<b>${escapeHtml(shown)}</b>` : escapeHtml(shown)
  }
  return html
}

function cut(text: string, most: number): string {
  const shown = text.slice(0, most)
  const last = shown.charCodeAt(shown.length - 1)
  return shown.length < text.length && last >= 0xd800 && last <= 0xdbff ? shown.slice(0, -1) : shown
}

export function drawKeyboard(rows: readonly Button[][]): InlineKeyboardMarkup {
  return {
    inline_keyboard: rows
      .map((row) =>
        row.flatMap((button): InlineKeyboardButton[] => {
          if ('press' in button) return [{ text: button.text, callback_data: button.press }]
          return isOpenUrl(button.url) ? [{ text: button.text, url: button.url }] : []
        }),
      )
      .filter((row) => row.length > 0),
  }
}

/** Telegram refuses the whole message for a link to a host without a dot, as on the machine of a developer. */
const isOpenUrl = (url: string): boolean => new URL(url).hostname.includes('.')

export function readKeyboard(markup: InlineKeyboardMarkup | undefined): Button[][] {
  return (markup?.inline_keyboard ?? []).map((row) =>
    row.flatMap((button): Button[] => {
      if ('callback_data' in button) return [{ text: button.text, press: button.callback_data }]
      return 'url' in button ? [{ text: button.text, url: button.url }] : []
    }),
  )
}
