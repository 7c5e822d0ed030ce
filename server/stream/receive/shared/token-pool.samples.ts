/** A pool for tests that are not about it: what was used is kept nowhere. */
import { openTokenPool, type TokenPool, type TokenPoolOptions } from './token-pool.ts'

export const openForgetfulPool = ({
  tokens = [],
  ...options
}: Omit<TokenPoolOptions, 'uses' | 'tokens'> & { tokens?: string[] }): Promise<TokenPool> =>
  openTokenPool({ tokens, ...options, uses: { read: async () => [], write: async () => {} } })
