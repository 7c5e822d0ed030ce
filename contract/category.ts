/** A category, as anyone is shown it who may see or buy what it brings. */
import { Type, type Static } from 'typebox'

export const CategorySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** May be taken as a trial. */
  free: Type.Boolean(),
  /** Name of the icon; the field keeps its historic name on the wire. */
  icon: Type.String(),
})
export type Category = Static<typeof CategorySchema>
