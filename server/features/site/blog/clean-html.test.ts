import { JSDOM } from 'jsdom'
import { describe, expect, it, test } from 'vitest'
import { richTextTags } from '../../../../rules/blog/rich-text.ts'
import { cleanHtml, textOfHtml } from './clean-html.ts'

/** What has run a script somewhere: of the OWASP and PortSwigger lists, and mutations that other cleaners let through. */
const attacks = [
  '<script>hit()</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '<img src=x onerror=hit()>',
  '<img src="/pictures/1-480.webp" onload="hit()" style="x:expression(hit())">',
  '<img src="javascript:hit()">',
  '<img src="/pictures/1-480.webp?x=javascript:hit()">',
  '<img src="/pictures/1-480.webp" srcset="https://evil.example/x 1x">',
  '<img """><script>hit()</script>">',
  '<img src=`x`onerror=hit()>',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:hit()"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  '<a href="javascript:hit()">x</a>',
  '<a href=" \u0001java\nscript:hit()">x</a>',
  '<a href="jav&#x09;ascript:hit()">x</a>',
  '<a href="JaVaScRiPt:hit()">x</a>',
  '<a href="data:text/html,<script>hit()</script>">x</a>',
  '<a href="vbscript:hit()">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="https://ok.example" onclick="hit()" style="position:fixed" target="_self" rel="opener">x</a>',
  '<iframe src="javascript:hit()"></iframe>',
  '<iframe srcdoc="<script>hit()</script>">',
  '<object data="javascript:hit()"></object><embed src="javascript:hit()">',
  '<form action="javascript:hit()"><button formaction="javascript:hit()">x</button></form>',
  '<input autofocus onfocus=hit()>',
  '<details open ontoggle=hit()>x</details>',
  '<video><source onerror=hit()></video><audio src=x onerror=hit()>',
  '<body onload=hit()><p>x',
  '<meta http-equiv=refresh content="0;url=javascript:hit()"><base href="https://evil.example/"><link rel=stylesheet href=//evil.example>',
  '<style>@import "//evil.example"; p{background:url(javascript:hit())}</style>',
  '<p style="background:url(javascript:hit())" class="x" id="root" data-x="y">x</p>',
  '<h2 id="content" onmouseover=hit()>x</h2>',
  '<template><img src=x onerror=hit()></template>',
  '<xmp><img src=x onerror=hit()></xmp>',
  '<textarea></textarea><img src=x onerror=hit()></textarea>',
  '<!--><img src=x onerror=hit()>-->',
  '<!--[if IE]><script>hit()</script><![endif]-->',
  '<![CDATA[<img src=x onerror=hit()>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">hit()</x:script>',
  '<p>&lt;script&gt;hit()&lt;/script&gt;</p>',
  '<select><option><style></option></select><img src=x onerror=hit()></style>',
  `${'<b>'.repeat(5_000)}<img src=x onerror=hit()>`,
  '</div></main></body><script>hit()</script>',
  '<p title="\0" \0onclick=hit()>x\u2028</p>',
]

/** All that a browser makes of it: elements with what they say. */
const readIn = (html: string): Element[] => [
  ...new JSDOM(`<main>${html}</main>`).window.document.querySelectorAll('main *'),
]

const named = attacks.map((attack) => [attack.slice(0, 80), attack])

test.each(named)('of %s nothing is left that could run', (_, attack) => {
  const clean = cleanHtml(attack)
  // What a browser reads in it is what was written: nothing changes by being read and written again.
  const dom = new JSDOM(`<main>${clean}</main>`)
  expect(cleanHtml(dom.window.document.querySelector('main')?.innerHTML ?? '')).toBe(clean)
  for (const element of readIn(clean)) {
    const allowed = richTextTags[element.localName]
    expect(allowed, `${element.localName} in ${clean}`).toBeDefined()
    for (const { name, value } of element.attributes) {
      expect(allowed, `${name} in ${clean}`).toContain(name)
      if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/)
      if (name === 'src') expect(value).toMatch(/^\/pictures\/\d+-\d+\.webp$/)
      if (name === 'srcset') expect(value).not.toContain(':')
      if (name === 'target') expect(element.getAttribute('rel')).toBe('noopener nofollow')
    }
  }
})

describe('what may stand in an article', () => {
  test.each([
    ['<p>Слова, <strong>важные</strong> и <em>другие</em></p>', null],
    ['<ul><li><p>а</p></li></ul><ol><li>б</li></ol><blockquote><p>в</p></blockquote>', null],
    ['<pre><code>if (a &lt; b) {}</code></pre><p>а<br />б</p><hr />', null],
    ['<table><thead><tr><th>а</th></tr></thead><tbody><tr><td>б</td></tr></tbody></table>', null],
    ['<p>1 < 2 & «ё» &mdash; 3</p>', '<p>1 &lt; 2 &amp; «ё» — 3</p>'],
    ['<p>а<p>б', '<p>а</p><p>б</p>'],
    ['<h1>а</h1><h5 class="x">б</h5><b>в</b><i>г</i>', '<h2>а</h2><h3>б</h3><strong>в</strong><em>г</em>'],
    ['<div><span>а</span></div>', 'а'],
    ['<a href="/order">а</a><a href="#h-x">б</a><a href="mailto:a@b.ru">в</a>', null],
    [
      '<a href="https://a.ru/?x=1&y=2">а</a>',
      '<a href="https://a.ru/?x=1&amp;y=2" target="_blank" rel="noopener nofollow">а</a>',
    ],
    ['<p>до</p><img src="https://evil.example/x.png" alt="а"><p>после</p>', '<p>до</p><p>после</p>'],
    [
      '<img src="/pictures/7-480.webp" alt="Чат &quot;а&quot;" width="480" height="-1">',
      '<img src="/pictures/7-480.webp" alt="Чат &quot;а&quot;" srcset="/pictures/7-480.webp 480w" sizes="(min-width: 760px) 680px, 100vw" loading="lazy" />',
    ],
  ])('%s', (html, expected) => {
    const clean = cleanHtml(html)
    expect(clean).toBe(expected ?? html)
    expect(cleanHtml(clean)).toBe(clean)
  })

  it('is words too: blocks apart, signs as they are read', () => {
    expect(textOfHtml('<h2>а</h2><p>б&nbsp;&lt;в&gt;<br>г</p><ul><li>д</li><li>е</li></ul>')).toBe('а б <в> г д е')
    expect(textOfHtml('<p> </p><img src="/pictures/1-20.webp" alt="а">')).toBe('')
  })
})
