/** Who runs the service, as the settings say it. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'

const handlers: Handlers<'operator'> = {
  async getOperator({ config: { operator } }) {
    const { name, inn, ogrn, address, email } = operator
    const said = (word: string): string | null => (word === '' ? null : word)
    return {
      operator: { name: said(name), inn: said(inn), ogrn: said(ogrn), address: said(address), email: said(email) },
    }
  },
}

export const operatorFeature = defineFeature({ name: 'operator', handlers })
