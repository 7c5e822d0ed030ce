import { readStored, writeStored } from '../../../kit/ui/hooks/stored.ts'

const STORED = 'thanked-orders'
/** The newest ones; of earlier orders no one comes back any more. */
const KEPT = 20

const areAccounts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Numbers of the orders that this browser's person was thanked for. */
export function thankedOrders(): string[] {
  return readStored(STORED, areAccounts) ?? []
}

/** @returns whether it is the first time. */
export function rememberThanked(account: string): boolean {
  const known = thankedOrders()
  if (known.includes(account)) return false
  writeStored(STORED, [...known, account].slice(-KEPT))
  return true
}
