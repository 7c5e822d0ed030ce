/** Everything that can happen, one typed line each; the past tense names it. */
export interface Facts {
  'account.registered': { userId: number }
  'account.signed-in': { userId: number; sessionId: number }
  'category.changed': { categoryId: number }
  'messages.expired': { before: string; partitions: string[]; keys: number }
}

export type FactName = keyof Facts
