/** Authors and groups of a batch -> their ids; those met lately and unchanged are remembered, so most batches ask nothing. */
import type pg from 'pg'
import type { Network } from '../../../contract/networks.ts'
import { normaliseGroup, type NormalisedGroup, type Message, type Party } from '../normalise/normalise.ts'
import type { RawGroup } from '../receive/shared/source.ts'

/** Names remembered at most; the half that was met longest ago goes first. */
const REMEMBERED = 100_000

export interface PartyKeeper {
  /** One id for each message, null where the message has no author (or group). */
  ids(client: pg.PoolClient, messages: Message[]): Promise<(number | null)[]>
  /** The transaction holds: what it taught may be kept. */
  remember(): void
  /** It was rolled back: ids it made do not exist. */
  forget(): void
}

interface Remembered {
  id: number
  seen: string
}

type Kind = 'authors' | 'groups'

export function partyKeeper(kind: Kind): PartyKeeper {
  let recent = new Map<string, Remembered>()
  let older = new Map<string, Remembered>()
  const learnt = new Map<string, Remembered>()

  function find(key: string): Remembered | undefined {
    const found = recent.get(key)
    if (found) return found
    const old = older.get(key)
    if (old) keep(key, old)
    return old
  }
  function keep(key: string, entry: Remembered): void {
    if (recent.size >= REMEMBERED / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(key, entry)
  }

  return {
    async ids(client, messages) {
      const unknown = new Map<string, { network: string; party: Party | NormalisedGroup }>()
      const keys = messages.map((message) => {
        const party = kind === 'authors' ? message.author : message.group
        if (!party) return null
        const key = `${message.network}\n${party.externalId}`
        if (find(key)?.seen !== written(party)) unknown.set(key, { network: message.network, party })
        return key
      })
      if (unknown.size > 0) {
        const sorted = [...unknown].sort(([a], [b]) => (a < b ? -1 : 1))
        const found = await upsert(
          client,
          kind,
          sorted.map(([, entry]) => entry),
        )
        for (const [key, { party }] of sorted) {
          const id = found.get(key)
          if (id !== undefined) learnt.set(key, { id, seen: written(party) })
        }
      }
      return keys.map((key) => (key === null ? null : (learnt.get(key)?.id ?? find(key)?.id ?? null)))
    },
    remember() {
      for (const [key, entry] of learnt) keep(key, entry)
      learnt.clear()
    },
    forget: () => learnt.clear(),
  }
}

/** A group as its network describes it, without a message. @returns its id; null when it can not be named */
export async function keepGroup(pool: pg.Pool, network: Network, raw: RawGroup): Promise<number | null> {
  const party = normaliseGroup(raw)
  if (!party) return null
  const client = await pool.connect()
  try {
    const ids = await upsert(client, 'groups', [{ network, party }])
    return ids.get(`${network}\n${party.externalId}`) ?? null
  } finally {
    client.release()
  }
}

const written = (party: Party | NormalisedGroup): string =>
  [
    party.name,
    party.avatar,
    party.url,
    party.city,
    ...('followers' in party ? [party.followers, party.kind] : []),
  ].join('\n')

async function upsert(
  client: pg.PoolClient,
  kind: Kind,
  entries: { network: string; party: Party | NormalisedGroup }[],
): Promise<Map<string, number>> {
  const columns = ['name', 'avatar', 'url', 'city', ...(kind === 'groups' ? ['followers', 'kind'] : [])]
  // A message says less of its group than a look at the group did: what is not reported stays as it was.
  const newest = (column: string): string => `coalesce(excluded.${column}, ${kind}.${column})`
  const values: unknown[] = [
    entries.map(({ network }) => network),
    entries.map(({ party }) => party.externalId),
    entries.map(({ party }) => party.name),
    entries.map(({ party }) => party.avatar),
    entries.map(({ party }) => party.url),
    entries.map(({ party }) => party.city),
  ]
  if (kind === 'groups') {
    values.push(
      entries.map(({ party }) => ('followers' in party ? party.followers : null)),
      entries.map(({ party }) => ('kind' in party ? party.kind : null)),
    )
  }
  await client.query({
    name: `store-${kind}`,
    text: `insert into ${kind} (network, external_id, ${columns.join(', ')})
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]${kind === 'groups' ? ', $7::bigint[], $8::text[]' : ''})
      on conflict (network, external_id) do update set ${columns.map((column) => `${column} = ${newest(column)}`).join(', ')}
      where (${columns.map((column) => `${kind}.${column}`).join(', ')}) is distinct from (${columns.map(newest).join(', ')})`,
    values,
  })
  const { rows } = await client.query<{ id: number; network: string; external_id: string }>({
    name: `store-${kind}-ids`,
    text: `select id, network, external_id from ${kind}
      join unnest($1::text[], $2::text[]) as wanted (network, external_id) using (network, external_id)`,
    values: values.slice(0, 2),
  })
  return new Map(rows.map((row) => [`${row.network}\n${row.external_id}`, row.id]))
}
