import type { AppContext } from '../../kit/context.ts'

export type SearchBackContext = Omit<AppContext, 'bus' | 'hooks'>
