/** Categories: seeded and kept lists of queries for people who look for a service. */
import { Type, type Static } from 'typebox'
import { call } from './call.ts'

export const CategorySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** May be taken as a trial. */
  free: Type.Boolean(),
  /** Name of the icon; the field keeps its historic name on the wire. */
  fa_font: Type.String(),
})
export type Category = Static<typeof CategorySchema>

export const categories = {
  listCategories: call('GET', '/category/list', {
    who: 'anyone',
    input: Type.Object({}),
    result: Type.Object({ categories: Type.Array(CategorySchema) }),
  }),
}
