import { addressOf } from '../server/config/service.ts'
import { demoPeople } from '../server/demo/demo.ts'

const toTry = [
  'войдите клиентом и откройте ленту: новые сообщения приходят сами, счётчик растёт в заголовке вкладки',
  'зарегистрируйтесь: пока не задан SMTP_URL, письмо с кодом лежит на /dev/mail',
  'загрузите свои сообщения: npm run import -- ФАЙЛ (в другом окне)',
]

// What a person needs who has just started Эхолот: the address, whom to sign in as, what to try.
export function printWelcome(host: string, port: number, demo: boolean, last: string): void {
  const address = addressOf(host, port)
  const lines = ['', `  Эхолот слушает: ${address}`, '']
  if (demo) {
    const width = Math.max(...demoPeople.map(({ email }) => email.length))
    const passwords = new Set(demoPeople.map(({ password }) => password))
    lines.push(`  Войти можно как (пароль: ${[...passwords].join(', ')}):`)
    for (const { role, email, what } of demoPeople) lines.push(`    ${email.padEnd(width)}  ${role}: ${what}`)
    lines.push('')
  }
  lines.push('  Что попробовать:', ...toTry.map((one) => `    · ${one}`), '', `  ${last}`, '')
  console.log(lines.join('\n'))
}
