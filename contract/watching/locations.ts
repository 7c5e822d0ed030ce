/** Places that messages come from and filters ask for. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'

export const locationTypes = ['country', 'region', 'town'] as const
export type LocationType = (typeof locationTypes)[number]

export const locationTypeTitles: Record<LocationType, string> = { country: 'Страна', region: 'Регион', town: 'Город' }

export const LocationSchema = Type.Object({
  type: Type.Enum([...locationTypes]),
  id: Type.Integer(),
  name: Type.String({ maxLength: 200 }),
})
export type Location = Static<typeof LocationSchema>

/** Where a message's place was read: in its text, from its group, from its author, or set by a moderator. */
export const locationSources = ['text', 'group', 'author', 'moderator'] as const
export type LocationSource = (typeof locationSources)[number]

export const locations = {
  /** Places whose name begins with, or holds, the words; the best known first. Or exactly those with these ids. */
  searchLocations: call('GET', '/location/search', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    input: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 100 })),
      type: Type.Optional(Type.Enum([...locationTypes])),
      // An address carries them as text.
      ids: Type.Optional(
        Type.Array(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,15}$' })]), { maxItems: 200 }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    result: Type.Object({
      locations: Type.Array(
        Type.Object({
          ...LocationSchema.properties,
          /** «Тверская область» for a town of it; null for a country. */
          parent: Type.Union([LocationSchema, Type.Null()]),
        }),
      ),
    }),
  }),
}
