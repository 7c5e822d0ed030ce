/** Recall of brand mentions: people marked the tweets, the queries are what a customer would write in half a minute. */
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import type { Language } from '../engine/language/language.ts'
import { createMatcher } from '../engine/match/matcher.ts'
import { parseQuery } from '../engine/queries/parse.ts'
import type { Query } from '../engine/queries/query.ts'

interface Tweet {
  brands: Record<string, number>
  text: string
  split: 'train' | 'dev'
}

export interface BrandRow {
  brand: string
  query: string
  mentions: number
  found: number
  devMentions: number
  devFound: number
}

/** Two to six words each, written with an eye on the train part only. */
export const brandQueries: Readonly<Record<string, string>> = {
  alfabank: 'альфа /1 банк | альфабанк | alfabank* | @alfa*',
  bankmoskvy: 'банк /1 "москвы" | @bankmoskvy*',
  beeline: 'билайн* | beeline* | @beeline* | вымпелком',
  gazprom: 'газпромбанк | gazprombank | @gazprom* | газпром',
  megafon: 'мегафон* | megafon* | @megafon* | мегафоша',
  mts: 'мтс | mts | @ru_mts* | мтсбанк',
  raiffeisen: 'райффайзен* | райфайзен* | raiffeisen* | @raiffeisen*',
  rostelecom: 'ростелеком* | rostelecom* | @rostelecom*',
  rshb: 'россельхоз* | рсхб | @rshb*',
  sberbank: 'сбербанк* | сбер | sberbank* | @sberbank*',
  skylink: 'скайлинк | skylink',
  tele2: 'теле2 | теле /1 2 | tele2* | @tele2*',
  uralsib: 'уралсиб | uralsib*',
  vtb: 'втб | втб24 | vtb | @vtb24*',
}

export function measureBrands(path: string, language: Language): BrandRow[] {
  const tweets = zstdDecompressSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line): Tweet => JSON.parse(line))
  const matcher = createMatcher(language)
  const rows = Object.entries(brandQueries).map(([brand, query], id): BrandRow => {
    matcher.add(id, { keywords: [parsed(query)], context: [], excluded: [] })
    return { brand, query, mentions: 0, found: 0, devMentions: 0, devFound: 0 }
  })
  for (const { brands, text, split } of tweets) {
    const found = new Set(matcher.matchIds(text))
    for (const [id, row] of rows.entries()) {
      if (brands[row.brand] === undefined) continue
      const hit = found.has(id) ? 1 : 0
      row.mentions++
      row.found += hit
      if (split === 'dev') {
        row.devMentions++
        row.devFound += hit
      }
    }
  }
  return rows
}

export function parsed(text: string): Query {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(`${text}: ${result.mistakes.map((mistake) => mistake.message).join(' ')}`)
  return result.query
}
