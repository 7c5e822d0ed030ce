import { describe, expect, it } from 'vitest'
import { growth } from '../../../../engine/growth.samples.ts'
import { plainText } from './plain-text.ts'

it.each([
  ['<p>Ищу <b>мастера</b></p><p>срочно&nbsp;!</p>', 'Ищу мастера\n\nсрочно !'],
  ['<p>Ищу мастера</p><p>Срочно<br />сегодня</p>', 'Ищу мастера\n\nСрочно\nсегодня'],
  ['раз<br>два<br />три', 'раз\nдва\nтри'],
  ['<ul><li>один</li>\n  <li>два</li></ul><blockquote>цитата</blockquote>', 'один\nдва\n\nцитата'],
  ['<script>alert(1)</script><style>p{}</style>да<iframe src="x">нет</iframe>', 'да'],
  ['a &lt; b &amp; c', 'a < b & c'],
  ['раз\nдва', 'раз\nдва'],
  ['<p>перенос\nв исходнике</p>', 'перенос в исходнике'],
  ['3 < 5 и 7 > 2', '3 < 5 и 7 > 2'],
  ['<div><div><p>x</p></div></div><div><p>y</p></div>', 'x\n\ny'],
  ['<p>незакрытое <i>курсивом', 'незакрытое курсивом'],
  [
    '<p><span class="h-card" translate="no"><a href="https://home.example/@anna" class="u-url mention">@<span>anna</span></a></span> спасибо &amp; до встречи &lt;3</p>',
    '@anna спасибо & до встречи <3',
  ],
  [
    '<p>Смотрите <a href="https://site.example/a/b"><span class="invisible">https://</span><span class="ellipsis">site.example/a</span><span class="invisible">/b</span></a></p>',
    'Смотрите https://site.example/a/b',
  ],
  ['<p class="quote-inline">RE: <a href="https://x.example/1">https://x.example/1</a></p><p>Согласен</p>', 'Согласен'],
  ['<p>Ищу\n  няню <a href="/tags/дети" class="mention hashtag">#<span>дети</span></a></p>', 'Ищу няню #дети'],
  ['a<!-- <b> --> b <3 <img alt="2 > 1"> c<br>', 'a b <3 c'],
  ["<a title='\"'>раз</a> <?xml ?><!doctype html>два <b", 'раз два'],
  ['<!-- не видно', ''],
  ['<style>p > a{}</style><SCRIPT>"</div>"</SCRIPT>да<script>нет', 'данет'],
  ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '12\n3'],
  ['&amp;lt;b&amp;gt; &#1078; &nbsp;&laquo;x&raquo;', '&lt;b&gt; ж «x»'],
  ['', ''],
])('%j', (html, text) => expect(plainText(html)).toBe(text))

describe('takes no longer for each sign, however it was written:', () => {
  const long = 100_000
  it.each([
    '<div>',
    '<b>',
    '<',
    '<a',
    '<a "',
    "<a href='",
    '<!--',
    '<script>',
    '<object>',
    '<span><div></span></div>',
    '<p><b id=1>',
    '</p>',
    '&lt;',
    '<br>',
    ' \n',
  ])('%j', (piece) => {
    const read = (size: number) => plainText(`<p>${piece.repeat(size / piece.length)}`)
    // 8 when it is linear, 64 when it is quadratic.
    expect(growth(read, long / 8)).toBeLessThan(32)
  })
})
