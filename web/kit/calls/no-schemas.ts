/**
 * Stands in for the schema library in the browser. Here the contract is read for its methods, paths and constants; its
 * schemas are types only, and the server does the validating. Leaving the library out saves a third of the first load.
 * Schemas may be made of each other, as the contract does; a limit or a value read off one would be nonsense, and throws.
 */
const schema: object = new Proxy(
  {},
  {
    get(_, name) {
      if (name === 'properties') return schemas
      throw new Error(`Schemas are only types in the browser: nothing to read as «${String(name)}»`)
    },
  },
)

/** The parts of an object's schema: spread they are none, named each is a schema. */
const schemas: object = new Proxy({}, { get: () => schema })

export const Type: object = new Proxy({}, { get: () => () => schema })
