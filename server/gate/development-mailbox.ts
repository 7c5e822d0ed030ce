/** What the service would have sent, for anyone who tries it out without a mail server: pages without scripts at /dev/mail. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { escape } from '../kit/mail/look.ts'
import { readPlain } from '../kit/mail/render-letter.ts'
import { AppError } from '../kit/app-error.ts'
import type { Db } from '../kit/sql.ts'

const NEWEST = 50
const REFRESH_SECONDS = 10

/** Codes and links of everybody lie open there: never in production, nowhere where letters really leave, and only on one's own machine. */
export function hasDevelopmentMailbox(config: Pick<Config, 'production' | 'openToOthers' | 'mail'>): boolean {
  return !config.production && !config.openToOthers && config.mail.smtpUrl === ''
}

export function openDevelopmentMailbox(app: FastifyInstance, db: Db): void {
  app.get('/dev/mail', async (request, reply) => {
    const { to } = request.query as { to?: unknown }
    const recipient = typeof to === 'string' && to !== '' ? to.replaceAll('\0', '') : null
    const letters = await db
      .selectFrom('letters')
      .select(['id', 'channel', 'recipient', 'subject', 'plain', 'createdAt'])
      .$if(recipient !== null, (query) => query.where('recipient', '=', recipient ?? ''))
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute()
    return sendPage(reply, listPage(letters, recipient))
  })
  app.get('/dev/mail/:id', async (request, reply) => sendPage(reply, (await findBody(request.params, 'html')) ?? ''))
  app.get('/dev/mail/:id/plain', async (request, reply) => {
    const plain = await findBody(request.params, 'plain')
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(plain)
  })

  async function findBody(params: unknown, part: 'html' | 'plain'): Promise<string> {
    const id = Number((params as { id: string }).id)
    const letter = Number.isSafeInteger(id)
      ? await db.selectFrom('letters').select(part).where('id', '=', id).executeTakeFirst()
      : undefined
    const body = letter?.[part]
    if (!body) throw new AppError('NOT_FOUND')
    return body
  }
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

interface Row {
  id: number
  channel: string
  recipient: string
  subject: string
  plain: string | null
  createdAt: Date
}

function listPage(letters: Row[], recipient: string | null): string {
  const about =
    recipient === null
      ? 'Почтовый сервер не настроен, поэтому письма никуда не уходят: они здесь, новые сверху. Страница обновляется сама.'
      : `Только для ${escape(recipient)}. <a href="/dev/mail">Показать все</a>`
  const nothing = '<p class="nothing">Писем пока нет. Зарегистрируйтесь или запросите код, и письмо появится здесь.</p>'
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Письма, Эхолот</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Письма</h1>
<p class="about">${about}</p>
${letters.length === 0 ? nothing : `<ol>${letters.map(listItem).join('\n')}</ol>`}
</main>
</body>
</html>
`
}

const moment = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function listItem({ id, channel, recipient, subject, plain, createdAt }: Row): string {
  const { code, link } = readPlain(plain ?? '')
  const parts = [
    `<h2>${escape(subject)}</h2>`,
    `<p class="to"><a href="/dev/mail?to=${encodeURIComponent(recipient)}">${escape(recipient)}</a><time datetime="${createdAt.toISOString()}">${moment.format(createdAt)} МСК</time></p>`,
  ]
  if (code) parts.push(`<p class="code">${escape(code)}</p>`)
  const doors: string[] = []
  if (link) doors.push(`<a class="button" href="${escape(link.url)}">${escape(link.title)}</a>`)
  if (channel === 'mail')
    doors.push(`<a href="/dev/mail/${id}">Письмо целиком</a>`, `<a href="/dev/mail/${id}/plain">Без оформления</a>`)
  if (doors.length > 0) parts.push(`<p class="doors">${doors.join('')}</p>`)
  return `<li>${parts.join('\n')}</li>`
}

const style = `
:root{color-scheme:light dark;--ground:#f3f7f8;--surface:#fff;--line:#dde6e9;--ink:#14262e;--muted:#566a73;--accent:#117a90;--on-accent:#fff;--link:#0b667b;--quiet:#eaf6f8}
@media (prefers-color-scheme:dark){:root{--ground:#0f191f;--surface:#16232a;--line:#263841;--ink:#e3ecef;--muted:#94a8b1;--accent:#45a7ba;--on-accent:#0b1318;--link:#71becd;--quiet:#12303a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:720px;margin:0 auto;padding:32px 16px 64px}
h1{margin:0;font-size:28px;line-height:1.2;letter-spacing:-.02em}
h2{margin:0;font-size:18px;line-height:1.35;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.about{margin:8px 0 24px;color:var(--muted)}
.nothing{padding:40px 20px;border:1px dashed var(--line);border-radius:16px;color:var(--muted);text-align:center}
ol{display:grid;gap:12px;margin:0;padding:0;list-style:none}
li{padding:18px 20px;border:1px solid var(--line);border-radius:16px;background:var(--surface)}
.to{display:flex;flex-wrap:wrap;gap:2px 14px;margin:4px 0 0;color:var(--muted);font-size:14px;overflow-wrap:anywhere}
.code{margin:14px 0 0;padding:10px 16px;border-radius:10px;background:var(--quiet);font:700 30px/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.2em;text-indent:.2em;text-align:center;user-select:all}
.doors{display:flex;flex-wrap:wrap;gap:10px 20px;align-items:center;margin:14px 0 0;font-size:14px}
.button{padding:9px 18px;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}`
