/** Telegram, as a messenger one talks to. */
import type { AppContext } from '../../../../../kit/context.ts'
import { ChatError, type Messenger, type Pressed, type Reply } from '../../bot/chat.ts'
import { drawHtml, drawKeyboard } from './draw-html.ts'
import { askTelegram, type TelegramBot } from './telegram-api.ts'

/** Of what is shown over a chat. */
const MOST_ANSWER = 200
/** What is longer does not fit in a line that passes, and is to be closed by a press. */
const PASSING = 60

export const telegram: Messenger = {
  name: 'telegram',
  title: 'Telegram',
  listRows: 8,
  async send(ctx, chatKey, reply) {
    await sendReply(botOf(ctx), chatKey, reply)
  },
  async answer(ctx, { pressKey }, words) {
    const text = words?.slice(0, MOST_ANSWER)
    const shown = text === undefined ? {} : { text, show_alert: text.length > PASSING }
    await unlessTooLate(askTelegram(botOf(ctx), (api, signal) => api.answerCallbackQuery(pressKey, shown, signal)))
  },
  async replace(ctx, pressed, { pieces, buttons }) {
    const [chatId, messageId] = placeOf(pressed)
    const more = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const
    await unlessTooLate(
      askTelegram(botOf(ctx), (api, signal) =>
        api.editMessageText(
          chatId,
          messageId,
          drawHtml(pieces),
          { ...more, reply_markup: drawKeyboard(buttons) },
          signal,
        ),
      ),
    )
  },
  async change(ctx, pressed, change) {
    if (pressed.buttons === null) return
    const [chatId, messageId] = placeOf(pressed)
    const markup = drawKeyboard(change(pressed.buttons))
    await unlessTooLate(
      askTelegram(botOf(ctx), (api, signal) =>
        api.editMessageReplyMarkup(chatId, messageId, { reply_markup: markup }, signal),
      ),
    )
  },
  findTitle: (_, { title }) => Promise.resolve(title),
}

/** @returns the number of the message */
export async function sendReply(bot: TelegramBot, chatKey: string, { pieces, buttons }: Reply): Promise<number> {
  const markup = buttons.length > 0 ? { reply_markup: drawKeyboard(buttons) } : {}
  const sent = await askTelegram(bot, (api, signal) =>
    api.sendMessage(
      chatKey,
      drawHtml(pieces),
      { parse_mode: 'HTML', link_preview_options: { is_disabled: true }, ...markup },
      signal,
    ),
  )
  return sent.message_id
}

function botOf({ config }: Pick<AppContext, 'config'>): TelegramBot {
  if (!config.telegramBot) throw new Error('there is no bot of Telegram')
  return config.telegramBot
}

const placeOf = ({ chat, messageKey }: Pressed): [number, number] => [Number(chat.key), Number(messageKey)]

/** A press that waited for too long, a message that is gone or is as it should be: nothing is lost. */
async function unlessTooLate(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (error instanceof ChatError && error.what.is === 'refused') return
    throw error
  }
}
