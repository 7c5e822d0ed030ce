/**
 * What PostgreSQL does best for standing queries: every keyword filed under its rarest word, the other words as a
 * tsquery to be checked. It has no operator for «near, in any order», so it looks for all words anywhere in the message:
 * an easier question than ours, with more answers.
 */
import pg from 'pg'
import { startPostgres } from '../tools/postgres.ts'
import type { LoadQuery } from './query-load.ts'

const SCHEMA = 'bench_match'
const BATCH = 50_000

const SETUP = `
  drop schema if exists ${SCHEMA} cascade;
  create schema ${SCHEMA};
  set search_path = ${SCHEMA};
  create unlogged table standing (id int primary key, context tsquery, excluded tsquery);
  create unlogged table anchor (term text, rest tsquery, query int);
`

const MATCH = `
  with message as materialized (
    select number, to_tsvector('pg_catalog.russian', text) as words from unnest($1::text[]) with ordinality as t(text, number)
  )
  select distinct number::int, anchor.query
  from message
    cross join lateral unnest(tsvector_to_array(words)) as term
    join anchor using (term)
    join standing on standing.id = anchor.query
  where (rest is null or words @@ rest)
    and (context is null or words @@ context)
    and (excluded is null or not words @@ excluded)
`

export class PostgresRival {
  readonly #client: pg.Client
  readonly #stop: () => Promise<void>

  private constructor(client: pg.Client, stop: () => Promise<void>) {
    this.#client = client
    this.#stop = stop
  }

  /** One's own server by DATABASE_URL, or else one started for the run. */
  static async open(): Promise<PostgresRival> {
    const own = process.env.DATABASE_URL
    const started =
      own === undefined ? await startPostgres({ ephemeral: true, settings: { shared_buffers: '1GB' } }) : undefined
    const client = new pg.Client({ connectionString: own ?? started!.url })
    await client.connect()
    return new PostgresRival(client, async () => {
      await client.query(`drop schema if exists ${SCHEMA} cascade`)
      await client.end()
      await started?.stop()
    })
  }

  async close(): Promise<void> {
    await this.#stop()
  }

  /** @param rarity of a form, by which the anchor is chosen */
  async load(queries: readonly LoadQuery[], rarity: (form: string) => number): Promise<void> {
    await this.#client.query(SETUP)
    const lexemes = await this.#lexemes(queries)
    const lexeme = (form: string): string | undefined => lexemes.get(form)
    const joined = (forms: string[], sign: string): string | null => {
      const known = [...new Set(forms.map(lexeme))].flatMap((one) => (one === undefined ? [] : [`'${one}'`]))
      return known.length === 0 ? null : known.join(sign)
    }
    const anchors: Array<[string, string | null, number]> = []
    queries.forEach(({ keywords }, id) => {
      for (const words of keywords) {
        const [rarest, ...others] = [...words].sort((a, b) => rarity(a) - rarity(b))
        const term = lexeme(rarest!)
        if (term !== undefined) anchors.push([term, joined(others, ' & '), id])
      }
    })
    await this.#insert('anchor', ['text', 'tsquery', 'int'], anchors)
    await this.#insert(
      'standing',
      ['int', 'tsquery', 'tsquery'],
      queries.map(({ context, excluded }, id) => [id, joined(context, ' | '), joined(excluded, ' | ')]),
    )
    await this.#client.query('create index on anchor (term); analyze anchor; analyze standing')
  }

  /** [index of the message, index of the query] of all that fit. */
  async match(texts: readonly string[]): Promise<Array<[number, number]>> {
    const found = await this.#client.query<{ number: number; query: number }>({
      name: 'match',
      text: MATCH,
      values: [texts.map((text) => text.replaceAll('\0', ' '))],
    })
    return found.rows.map(({ number, query }) => [number - 1, query])
  }

  async bytes(): Promise<number> {
    const sized = await this.#client.query<{ bytes: string }>(
      "select pg_total_relation_size('anchor') + pg_total_relation_size('standing') as bytes",
    )
    return Number(sized.rows[0]!.bytes)
  }

  async #lexemes(queries: readonly LoadQuery[]): Promise<Map<string, string>> {
    const forms = new Set<string>()
    for (const { keywords, context, excluded } of queries)
      for (const form of [...keywords.flat(), ...context, ...excluded]) forms.add(form)
    const found = await this.#client.query<{ form: string; lexeme: string | null }>(
      "select form, (ts_lexize('russian_stem', form))[1] as lexeme from unnest($1::text[]) as form",
      [[...forms]],
    )
    return new Map(found.rows.flatMap(({ form, lexeme }) => (lexeme === null ? [] : [[form, lexeme] as const])))
  }

  async #insert(table: string, types: string[], rows: Array<Array<string | number | null>>): Promise<void> {
    // A tsquery array cannot be passed as text, so its elements are cast one by one.
    const columns = types.map((type, i) => `c${i}::${type}`).join()
    const arrays = types.map((type, i) => `$${i + 1}::${type === 'tsquery' ? 'text' : type}[]`).join()
    const names = types.map((_, i) => `c${i}`).join()
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH)
      await this.#client.query(
        `insert into ${table} select ${columns} from unnest(${arrays}) as t(${names})`,
        types.map((_, i) => batch.map((row) => row[i])),
      )
    }
  }
}
