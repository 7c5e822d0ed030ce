/** The whole contract, feature by feature. A new feature is one line here, and does not compile until it is answered. */
import { accounts } from './accounts.ts'
import { categories } from './categories.ts'
import { feed } from './feed.ts'
import { filters } from './filters.ts'
import { subscriptions } from './subscriptions.ts'

export const contract = { accounts, categories, feed, filters, subscriptions }
export type Contract = typeof contract
