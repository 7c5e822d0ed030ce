import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { logInToTelegram, type LoginQuestions } from '../server/stream/receive/telegram/mtproto/log-in-to-telegram.ts'
import { refusalText } from '../server/stream/receive/telegram/mtproto/error-of-mtproto.ts'
import { isNetworkError } from '../server/stream/receive/shared/network-error.ts'
import { runTool, ToolError } from './tool-error.ts'

const usage = `npm run telegram:login

  Входит в аккаунт Telegram и печатает сессию для TELEGRAM_SESSION. Нужен отдельный аккаунт: кто знает сессию, владеет
  им, а слишком частые вопросы Telegram наказывает закрытием. Спросит api_id и api_hash (my.telegram.org), телефон,
  код и, если он включён, пароль. Ничего не сохраняет.`

const sentences: Record<string, string> = {
  API_ID_INVALID: 'Telegram не знает такой пары api_id и api_hash.',
  PHONE_NUMBER_INVALID: 'Такого телефона Telegram не знает.',
  PHONE_NUMBER_BANNED: 'Этот телефон закрыт в Telegram.',
  PHONE_NUMBER_UNOCCUPIED: 'С этим телефоном нет аккаунта Telegram.',
  PHONE_CODE_INVALID: 'Код неверен.',
  PHONE_CODE_EXPIRED: 'Код устарел: запустите ещё раз.',
  PASSWORD_HASH_INVALID: 'Пароль неверен.',
}

function explain(error: unknown): unknown {
  if (!isNetworkError(error)) return error
  const text = refusalText(error)
  if (error.kind === 'rate-limited') {
    const seconds = error.retryAfter === null ? '' : ` ${Math.ceil(error.retryAfter / 1000)} с`
    return new ToolError(`Telegram просит подождать${seconds}.`)
  }
  if (text === null) return new ToolError(`До Telegram не дозвониться: ${error.message}.`)
  return new ToolError(sentences[text] ?? `Telegram отказал: ${text}.`)
}

await runTool(async () => {
  if (process.argv.length > 2) {
    console.log(usage)
    return process.argv.includes('--help') ? 0 : 1
  }
  if (!process.stdin.isTTY) throw new ToolError(`Вход идёт вопросами и ответами: запустите в терминале.\n\n${usage}`)
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk as Buffer)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const ask = (question: string): Promise<string> => terminal.question(`  ${question}: `)
  const questions: LoginQuestions = {
    phone: () => ask('Телефон аккаунта'),
    code: () => ask('Код, который прислал Telegram'),
    async password(hint) {
      process.stdout.write(`  Пароль двухэтапной аутентификации${hint === '' ? '' : ` (подсказка: ${hint})`}: `)
      isHidden = true
      try {
        return await terminal.question('')
      } finally {
        isHidden = false
        process.stdout.write('\n')
      }
    },
    wrong: (what) => console.log(what === 'code' ? '  Код неверен.' : '  Пароль неверен.'),
  }
  try {
    const apiId = Number(await ask('api_id'))
    const apiHash = (await ask('api_hash')).trim()
    if (!Number.isInteger(apiId) || apiId <= 0 || !/^[0-9a-f]{32}$/i.test(apiHash))
      throw new ToolError('api_id — число, api_hash — 32 шестнадцатеричные цифры: возьмите их на my.telegram.org.')
    const session = await logInToTelegram({ apiId, apiHash }, questions)
    console.log(`\n  TELEGRAM_SESSION (никому не показывайте, больше она нигде не записана):\n\n${session}\n`)
  } catch (error) {
    throw explain(error)
  } finally {
    terminal.close()
  }
})
