/** Tariffs: what is sold, and for how much (spec §3 Tariff, §9 Price rules). Money on the wire is in roubles, inside in kopecks. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'

export const tariffProducts = ['category', 'project', 'group'] as const
export type TariffProduct = (typeof tariffProducts)[number]
export const tariffTypes = ['trial', 'regular', 'team', 'package'] as const
export type TariffType = (typeof tariffTypes)[number]

/** At most two decimals. No `multipleOf`: to a computer 1.15 is not 115 times 0.01. */
const Roubles = Type.Number({ minimum: 0, maximum: 10_000_000 })

const tariffFields = {
  product: Type.Enum([...tariffProducts]),
  type: Type.Enum([...tariffTypes]),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  /** For one category, project or group, for one month or day. */
  rate: Roubles,
  /** Of a team: once for each month or day of the whole. Of groups: once for each group. */
  fee: Roubles,
  duration: Type.Integer({ minimum: 1, maximum: 3650 }),
  durationUnit: Type.Enum(['month', 'day']),
  durationTitle: Type.String({ minLength: 1, maxLength: 60 }),
  /** How many people may look; null where there is no team. */
  teamSize: Type.Union([Type.Integer({ minimum: 2, maximum: 1000 }), Type.Null()]),
  /** How many projects or groups one may hold; null for categories, of which there are as many as there are. */
  maxQuantity: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]),
}

export const TariffSchema = Type.Object({ id: Type.Integer(), ...tariffFields })
export type Tariff = Static<typeof TariffSchema>

/** Keyed by product, then type; those of teams further by team size (spec §3 Tariff tree). The longest last. */
const TariffList = Type.Array(TariffSchema)
const ByType = Type.Object({
  trial: TariffList,
  regular: TariffList,
  team: Type.Record(Type.String(), TariffList),
  package: TariffList,
})
export const TariffTreeSchema = Type.Object({ category: ByType, project: ByType, group: ByType })
export type TariffTree = Static<typeof TariffTreeSchema>

const AdminTariff = Type.Object({ ...TariffSchema.properties, position: Type.Integer(), archived: Type.Boolean() })

export const tariffs = {
  /** Those on sale. */
  listTariffs: call('GET', '/tariff/list', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ list: TariffList, tree: TariffTreeSchema }),
  }),
  /** All of them, those taken off sale too. */
  listAllTariffs: call('GET', '/admin/tariff/list', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({ tariffs: Type.Array(AdminTariff) }),
  }),
  createTariff: call('POST', '/admin/tariff', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object(tariffFields),
    result: Type.Object({ tariff: AdminTariff }),
  }),
  /** What was bought keeps its price and length. */
  updateTariff: call('PUT', '/admin/tariff/:id', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      id: Type.Integer({ minimum: 1 }),
      ...tariffFields,
      position: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
      archived: Type.Boolean(),
    }),
    result: Type.Object({ tariff: AdminTariff }),
  }),
}
