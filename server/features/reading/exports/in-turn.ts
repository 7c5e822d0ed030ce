import type { Db } from '../../../kit/sql.ts'

/** Queries through the one connection, one after the other, transactions whole. */
export type InTurn = <Result>(work: (own: Db) => Promise<Result>) => Promise<Result>
