/** Schemas that several parts of the contract share. */
import { Type, type TSchema } from 'typebox'

/** The number of something there may be. */
export const Id = Type.Integer({ minimum: 1 })

/** The input of a call about one thing, by the number in its path. */
export const ById = Type.Object({ id: Type.Integer() })

export const Nullable = <const S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
