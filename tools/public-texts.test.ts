/** Articles, questions and texts of law that people read: addresses that lead somewhere, and type set as in a book. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freezing } from '../contract/access/subscriptions.ts'
import { INVITATION_DAYS } from '../contract/access/team.ts'
import { referralCookies } from '../contract/people/referrals.ts'
import { findPage } from '../contract/pages.ts'
import { deletionGraceDays } from '../contract/people/accounts.ts'
import { TEMPLATE_COUNT } from '../contract/reading/answers.ts'
import { EXPORT_HOURS, EXPORT_ROWS } from '../contract/reading/exports.ts'
import { MAX_FILTERS } from '../contract/reading/filters.ts'
import { FORGOTTEN_AFTER_HOURS } from '../contract/reading/leads.ts'
import { MAX_SEARCH_KEYWORDS } from '../contract/watching/categories.ts'
import { guestProjectLimits, MOST_FOUND, projectLimits } from '../contract/watching/projects.ts'
import { LEAST_SPIKE, LEAST_USUAL, SILENT_DAYS, USUAL_DAYS } from '../rules/notices/alarms.ts'
import { usualPreferences } from '../rules/notices/rule.ts'
import { FEWEST_A_DAY, MOST_A_DAY } from '../rules/preview-width.ts'
import { questions } from '../web/features/site/faq/questions.ts'
import { advertisingSections, consentSections as consent } from '../web/features/site/legal/consent.ts'
import { offerSections as offer } from '../web/features/site/legal/offer.ts'
import { projectRoot } from './project-root.ts'

const folder = join(projectRoot, 'server/features/site/blog/first-articles')
const articles = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => {
    const [head = '', ...bodies] = readFileSync(join(folder, name), 'utf8').split('\n---\n')
    return { name, head, body: bodies.join('\n---\n') }
  })
const legal = [...offer, ...consent, ...advertisingSections]

/** What people read, without what is code or stands in a tag. */
const texts = [
  ...articles.map(({ name, head, body }): [string, string] => [
    name,
    `${head}\n${body.replace(/<(code|pre)>[\s\S]*?<\/\1>/g, 'x').replace(/<[^>]+>/g, '')}`,
  ]),
  ...questions.map(({ id, topic, question, answer }): [string, string] => [
    `question ${id}`,
    [topic, question, ...answer].join('\n'),
  ]),
  ...legal.map(({ title, paragraphs }): [string, string] => [title, [title, ...paragraphs].join('\n')]),
]

test.each(texts)('%s is set as in a book', (_, text) => {
  expect(text).not.toMatch(/["„“”](?![^«»]*»)|'| - |\.\.\.| {2}| [,.;:!?]|&(?!amp;|lt;|gt;)/)
  expect(text.match(/«/g)?.length ?? 0).toBe(text.match(/»/g)?.length ?? 0)
  expect(text).not.toMatch(
    /(?<!\p{L})(?:еще|ее|нее|мое|твое|свое|идет|найдет|придет|пойдет|дает|живет|берет|ведет|зовет|вперед|причем|счет|отчет|партнер|ребенок|черт|объем|надеж\p{L}*|теплый|новое еще)(?!\p{L})/iu,
  )
})

describe('articles', () => {
  const slugs = new Set(articles.map(({ name }) => name.replace(/\.html$/, '')))

  test.each(articles)('$name leads to pages and articles there are', ({ name, head, body }) => {
    expect(head).toContain(`\nslug: ${name.replace(/\.html$/, '')}\n`)
    const addresses = [...body.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(1)
    // Pages of other parts of the site come with them.
    const lost = addresses.filter((address) => {
      const [, slug] = /^\/blog\/([\w-]+)$/.exec(address) ?? []
      return slug === undefined ? findPage(address).name === 'not-found' && !coming.has(address) : !slugs.has(slug)
    })
    expect(lost).toEqual([])
  })
})

const coming = new Set(['/poisk-klientov', '/monitoring-upominanij', '/monitoring-grupp'])

describe('questions', () => {
  test('each has an id of its own, and those of one topic stand together', () => {
    const ids = questions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const topics = questions.map(({ topic }) => topic)
    expect(topics.filter((topic, at) => topic !== topics[at - 1])).toEqual([...new Set(topics)])
  })

  test('say the numbers that hold: who changes one of these changes the answers and the articles with it', () => {
    expect({ freezing, INVITATION_DAYS, days: referralCookies.ref_id, deletionGraceDays, TEMPLATE_COUNT }).toEqual({
      freezing: { times: 2, days: 30 },
      INVITATION_DAYS: 14,
      days: 45,
      deletionGraceDays: 14,
      TEMPLATE_COUNT: 30,
    })
    expect([EXPORT_HOURS, EXPORT_ROWS, MAX_FILTERS, FORGOTTEN_AFTER_HOURS, MAX_SEARCH_KEYWORDS]).toEqual([
      24, 1_000_000, 50, 24, 10,
    ])
    expect(projectLimits).toMatchObject({ keywords: 100, context: 50, excludedKeywords: 300, letters: 200 })
    expect(guestProjectLimits).toEqual({ keywords: 10, context: 10, excludedKeywords: 30 })
    expect([MOST_FOUND, FEWEST_A_DAY, MOST_A_DAY]).toEqual([20_000, 1, 150])
    expect([SILENT_DAYS, LEAST_USUAL, LEAST_SPIKE, USUAL_DAYS]).toEqual([3, 5, 20, 14])
    expect(usualPreferences).toMatchObject({ quiet: { from: '22:00', to: '08:00' }, ceiling: 20 })
  })
})

test('texts of law leave open only what the settings say', () => {
  const open = legal.flatMap(({ paragraphs }) => paragraphs.join(' ').match(/\{\w+\}/g) ?? [])
  expect([...new Set(open)].toSorted()).toEqual(['{address}', '{email}', '{inn}', '{ogrn}', '{operator}'])
})
