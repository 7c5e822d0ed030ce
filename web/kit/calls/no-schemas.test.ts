import { expect, it, test } from 'vitest'
import { Type as Absent } from './no-schemas.ts'

const Type = Absent as typeof import('typebox').Type

it('lets schemas be made of each other, as the contract does', () => {
  const Filter = Type.Object({ id: Type.Integer(), kind: Type.Enum(['post', 'comment']) })
  const { properties } = Type.Object({ ...Filter.properties, kind: Filter.properties.kind })
  expect(Type.Partial(Type.Array(properties.kind))).toBeTypeOf('object')
})

test.each<[string, (schema: Record<string, unknown>) => unknown]>([
  ['a limit', (schema) => schema.maxLength],
  ['the values', (schema) => schema.enum],
  ['the parts as a list', (schema) => [...(schema as unknown as Iterable<unknown>)]],
  ['it in a sentence', (schema) => String(schema)],
])('throws when %s is read', (_, read) => {
  expect(() => read(Type.String({ maxLength: 3 }) as unknown as Record<string, unknown>)).toThrow(
    'Schemas are only types in the browser',
  )
})
