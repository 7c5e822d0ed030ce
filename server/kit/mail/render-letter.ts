/**
 * Letters as mail clients want them: tables, styles on every element, nothing fetched from anywhere; dark where the client
 * knows how; and the same in plain text.
 */
import type { Letter, LetterLink } from './letter.ts'
import { dark, escape, letters, light, row, table } from './look.ts'
import { bodyRows, buttonBox, firstWords, plainBody } from './render-body.ts'
import { cardRows, plainCard } from './render-cards.ts'

const SIGN = 'Эхолот'
const CLOSING = 'Письмо отправлено автоматически, отвечать на него не нужно.'
const CODE = 'Код: '

export function renderPlain({ title, paragraphs, body, code, cards, button, footnote, closing }: Letter): string {
  const parts = [title, ...paragraphs, ...plainBody(body ?? [])]
  if (code !== undefined) parts.push(CODE + code)
  for (const card of cards ?? []) parts.push(plainCard(card))
  if (button) parts.push(spelledOut(button))
  if (footnote !== undefined) parts.push(footnote)
  const under = closing ? [closing.text, ...closing.links.map(spelledOut)] : [CLOSING]
  // «-- » is where mail clients begin a signature.
  return `${[...parts, ['-- ', SIGN, ...under].join('\n')].join('\n\n')}\n`
}

const spelledOut = ({ title, url }: LetterLink): string => `${title}:\n${url}`

/** What someone is to do with a letter, read back from its plain part. */
export function readPlain(plain: string): { code: string | null; link: { title: string; url: string } | null } {
  const code = new RegExp(`^${CODE}(\\S+)$`, 'm').exec(plain)?.[1] ?? null
  const [, title, url] = /^(.+):\n(https?:\/\/\S+)$/m.exec(plain) ?? []
  return { code, link: title === undefined || url === undefined ? null : { title, url } }
}

const WIDTH = 560

export function renderHtml(letter: Letter): string {
  const { subject, cards, closing } = letter
  // Messages stand on the ground one by one, as in the feed; everything else on one surface.
  const inner = cards
    ? `<tr><td style="padding:0 4px"><table ${table} width="100%">${headRows(letter).join('\n')}</table></td></tr>
${[...cardRows(cards), ...footRows(letter)].join('\n')}`
    : `<tr><td class="surface inside" style="padding:36px 40px;background-color:${light.surface};border:1px solid ${light.line};border-radius:16px">
<table ${table} width="100%">
${[...headRows(letter), ...footRows(letter)].join('\n')}
</table>
</td></tr>`
  const under = closing ? `${escape(closing.text)}<br>${closing.links.map(quietLink).join(' &nbsp;·&nbsp; ')}` : CLOSING
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escape(subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inside{padding:28px 20px!important}.card{padding:16px 16px 10px!important}.button{display:block!important}.card .button{display:inline-block!important}.stretch{width:100%!important}}
@media (prefers-color-scheme:dark){${dark}
}${dark.replaceAll('\n.', '\n[data-ogsc] .')}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;opacity:0;color:transparent">${escape(preheaderOf(letter))}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table ${table} width="100%" class="ground" style="background-color:${light.ground}"><tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table ${table} width="${WIDTH}"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:${WIDTH}px">
<tr><td class="link" style="padding:0 4px 16px;${letters};font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.4px;color:${light.strong}"><span style="color:#e0a800">&bull;</span>&nbsp;${SIGN}</td></tr>
${inner}
<tr><td class="muted" style="padding:18px 4px 0;${letters};font-size:13px;line-height:20px;color:${light.muted}">${under}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function headRows({ title, paragraphs, body, code }: Letter): string[] {
  const rows = [
    row(
      0,
      `<h1 class="ink" style="margin:0;${letters};font-size:24px;line-height:30px;font-weight:700;letter-spacing:-0.3px;color:${light.ink};word-break:break-word">${escape(title)}</h1>`,
    ),
    ...paragraphs.map((text) =>
      row(
        14,
        `<p class="soft" style="margin:0;${letters};font-size:16px;line-height:25px;color:${light.soft}">${escape(text)}</p>`,
      ),
    ),
    ...bodyRows(body ?? []),
  ]
  if (code !== undefined) rows.push(row(22, codeBox(code)))
  return rows
}

function footRows({ cards, button, footnote }: Letter): string[] {
  const rows: string[] = []
  if (button) {
    rows.push(row(24, buttonBox(button)))
    // Beside messages, each with ways of its own, the address in letters is one thing too many.
    if (!cards)
      rows.push(
        row(
          14,
          `<p class="muted" style="margin:0;${letters};font-size:13px;line-height:20px;color:${light.muted}">Если кнопка не открывается, скопируйте ссылку: <a class="link" href="${escape(button.url)}" style="color:${light.strong};word-break:break-all">${escape(button.url)}</a></p>`,
        ),
      )
  }
  if (footnote !== undefined) {
    rows.push(
      row(
        24,
        `<p class="muted rule" style="margin:0;padding:18px 0 0;border-top:1px solid ${light.line};${letters};font-size:14px;line-height:21px;color:${light.muted}">${escape(footnote)}</p>`,
      ),
    )
  }
  return rows
}

const quietLink = ({ title, url }: LetterLink): string =>
  `<a class="link" href="${escape(url)}" target="_blank" style="color:${light.strong}">${escape(title)}</a>`

/** What a list of letters, or a locked telephone, shows beside the subject. */
function preheaderOf({ preheader, paragraphs, body, code }: Letter): string {
  if (preheader !== undefined) return preheader
  return [code === undefined ? '' : `${CODE}${code}.`, ...paragraphs, firstWords(body ?? [])]
    .join(' ')
    .trim()
    .slice(0, 140)
}

/** Wide spaces between the digits are drawn, not written: what is copied is the code alone. */
function codeBox(code: string): string {
  return `<table ${table} width="100%"><tr><td class="code" align="center" style="padding:18px 12px;background-color:${light.quiet};border-radius:12px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:38px;line-height:44px;font-weight:700;letter-spacing:10px;text-indent:10px;color:${light.ink};-webkit-user-select:all;user-select:all">${escape(code)}</td></tr></table>`
}
