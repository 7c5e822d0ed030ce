/** Who runs the service, as the settings say it. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'

const handlers: Handlers<'operator'> = {
  async getOperator({ config: { operator } }) {
    const { name, inn, ogrn, address, email } = operator
    const nullIfEmpty = (word: string): string | null => (word === '' ? null : word)
    return {
      operator: {
        name: nullIfEmpty(name),
        inn: nullIfEmpty(inn),
        ogrn: nullIfEmpty(ogrn),
        address: nullIfEmpty(address),
        email: nullIfEmpty(email),
      },
    }
  },
}

export const operatorFeature = defineFeature({ name: 'operator', handlers })
