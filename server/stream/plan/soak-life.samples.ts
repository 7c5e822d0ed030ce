/** What the small worlds of the soak have in common, whatever their network: what is written in them, and how it lives on. */
import type { Network } from '../../../contract/networks.ts'
import type { Time } from '../receive/shared/adapter.ts'
import type { ListenedTo } from '../receive/networks.ts'
import { openTokenPool, type TokenLimits, type TokenPool, type TokenUses } from '../receive/shared/token-pool.ts'

/** What was written in a world, by its number. */
export interface WrittenMessage {
  kind: 'post' | 'comment'
  text: string
  /** Taken back there. */
  deleted: boolean
}

export interface SoakWorld {
  network: Network
  listened: ListenedTo
  /** Of the groups that are watched. */
  links: string[]
  written: Map<number, WrittenMessage>
  /** Something happens in it. */
  act(): void
  /** Something goes wrong with it. */
  fault(): void
  /** The next calls, so many, are answered that they come too fast. */
  refuse(times: number): void
  /** From now on it is well. */
  heal(): void
  calls(): number
  /** How often a limit was broken. */
  broken(): number
  close(): Promise<void>
}

export interface SoakOptions {
  time: Time
  uses: TokenUses
  /** From 0 to 1. */
  random(): number
}

/** What is written is numbered, so that it is known whatever a network makes of it. */
const numbered = /№(\d+)/
export const numberOf = (text: string): number | null => {
  const found = numbered.exec(text)
  return found ? Number(found[1]) : null
}

export interface Ways {
  /** New posts, more often than anything else. */
  post(text: string): { edit?(text: string): void; delete?(): void; comment?(text: string): void }
  faults: (() => void)[]
  refuse(times: number): void
  heal(): void
}

/** What all worlds have in common: what was written so far is edited, answered and taken back by chance. */
export function life({ random }: SoakOptions, ways: Ways) {
  const written = new Map<number, WrittenMessage>()
  const live: { number: number; ways: ReturnType<Ways['post']>; comments: number[] }[] = []
  const pick = <Item>(items: Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const write = (kind: WrittenMessage['kind']): { number: number; text: string } => {
    const number = written.size + 1
    const text = `Ищу фотографа, сообщение №${number}`
    written.set(number, { kind, text, deleted: false })
    return { number, text }
  }
  return {
    written,
    act(): void {
      const chance = random()
      const recent = pick(live.slice(-20))
      if (recent && chance < 0.25 && recent.ways.comment) {
        const { number, text } = write('comment')
        recent.comments.push(number)
        recent.ways.comment(text)
      } else if (recent && chance < 0.32 && recent.ways.edit) {
        const text = `Нужен фотограф, исправлено, №${recent.number}`
        recent.ways.edit(text)
        written.set(recent.number, { kind: 'post', text, deleted: false })
      } else if (recent && chance < 0.36 && recent.ways.delete) {
        recent.ways.delete()
        // With a post goes what was written below it.
        for (const number of [recent.number, ...recent.comments])
          written.set(number, { ...written.get(number)!, deleted: true })
        live.splice(live.indexOf(recent), 1)
      } else {
        const { number, text } = write('post')
        live.push({ number, ways: ways.post(text), comments: [] })
      }
    },
    fault: () => pick(ways.faults)?.(),
    refuse: ways.refuse,
    heal: ways.heal,
  }
}

export const poolOf = (
  network: Network,
  { time, uses }: SoakOptions,
  tokens: string[],
  limits: TokenLimits,
): Promise<TokenPool> => openTokenPool({ network, tokens, limits, time, uses })
export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
