/** The document of a page that could not be answered: it stands alone, without scripts and without the built web. */
import type { FastifyRequest } from 'fastify'

/** A browser came for a page, and not for a call or a file. */
export const wantsDocument = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/(api|auth)\//.test(url) && (headers.accept ?? '').includes('text/html')

/** @param code under which the failure stands in the log; null: the service is away for a while */
export function failureDocument(code: string | null): string {
  const title = code === null ? 'Сервис сейчас недоступен' : 'Что-то сломалось у нас'
  const words =
    code === null
      ? 'Скорее всего, это обновление: оно занимает минуту или две. Обновите страницу чуть позже.'
      : `Мы уже записали, что случилось. Обновите страницу, а если не поможет, напишите нам и назовите код <b>${code}</b>.`
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} — Эхолот</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
:root { color-scheme: light dark; --ground: #f3f7f8; --ink: #14262e; --soft: #36505b; --sea: #0b667b; --line: #c3d0d5; --card: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #0f191f; --ink: #e3ecef; --soft: #b9c8cf; --sea: #71becd; --line: #3b505a; --card: #16232a } }
body { display: grid; min-height: 100vh; place-content: center; margin: 0; padding: 24px; background: var(--ground); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; text-align: center; box-sizing: border-box }
main { max-width: 560px }
svg { width: 200px; margin-bottom: 16px }
h1 { margin: 0 0 12px; font-size: 30px; line-height: 1.2; letter-spacing: -.02em }
p { margin: 0 0 20px; color: var(--soft) }
form { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px; margin-bottom: 20px }
input, button { padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; font: inherit }
nav { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px 18px }
a { color: var(--sea); text-underline-offset: 3px }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 200 120" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" aria-hidden="true"><path d="M10 34q15-9 30 0t30 0 30 0 30 0 30 0 30 0" opacity=".4"/><path d="M82 30h36l-7 12H89z" fill="currentColor" stroke="none" opacity=".6"/><path d="M84 54a18 18 0 0 0 32 0"/><path d="m88 80 24 24m0-24-24 24"/></svg>
<h1>${title}</h1>
<p>${words}</p>
<form action="/podbor-kategorii" role="search">
<input name="keyword" aria-label="Найти своё дело" placeholder="например: ремонт квартир" maxlength="100" required>
<button>Найти</button>
</form>
<nav aria-label="Куда дальше">
<a href="/">На главную</a>
<a href="/tarify">Тарифы</a>
<a href="/faq">Вопросы и ответы</a>
<a href="/contacts">Написать нам</a>
</nav>
</main>
</body>
</html>
`
}
