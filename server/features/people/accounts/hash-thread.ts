/** A thread in which passwords are hashed: it gives way to those that answer. */
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** To be hashed, or to be compared with a hash. */
export interface HashOrder {
  password: string
  hash?: string
}
/** `ready` once, when it may be handed work; then a word for each order. */
export type HashWord = 'ready' | { hash: string } | { right: boolean } | { error: string }

// OWASP's advice for argon2id: 19 MiB, two passes.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

function obey({ password, hash }: HashOrder): HashWord {
  try {
    return hash === undefined ? { hash: hashSync(password, argon) } : { right: verifySync(hash, password) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

// Of one thread only Linux knows a priority: elsewhere it would be the whole process that gives way.
const { PRIORITY_BELOW_NORMAL } = constants.priority
if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)
parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(obey(order)))
parentPort?.postMessage('ready' satisfies HashWord)
