/** The official JSON schema of VK's answers, where it lies beside the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const folder = new URL('../../../../../shared/data/vk-schema/', import.meta.url)
export const fixtures = new URL('../../../../../shared/data/fixtures/vk/', import.meta.url)

export const hasVkSchema = existsSync(folder)
export const hasVkFixtures = existsSync(fixtures)

type Json = Record<string, unknown>

/** @returns what is wrong with an answer: `check('wall', 'wall_get_extended_response', answer)` */
export function openVkSchema(): (section: string, response: string, answer: unknown) => string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  for (const section of readdirSync(folder, { withFileTypes: true })) {
    if (!section.isDirectory()) continue
    for (const file of ['objects.json', 'responses.json']) {
      const path = new URL(`${section.name}/${file}`, folder)
      if (existsSync(path))
        ajv.addSchema({
          ...mended(JSON.parse(readFileSync(path, 'utf8')) as Json),
          $id: `vk://api/${section.name}/${file}`,
        })
    }
  }
  return (section, response, answer) => {
    const validate = ajv.getSchema(`vk://api/${section}/responses.json#/definitions/${response}`)
    if (!validate) throw new Error(`no ${response} in the schema`)
    return validate(answer)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )
  }
}

/**
 * `required: true` inside of a property is draft 3: Ajv wants the names beside the properties. Of comments they are left out, for a
 * deleted one has neither author nor text. `additionalProperties: false` beside `allOf` would refuse all but the barest community.
 */
function mended(schema: Json): Json {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((inner) => walk(inner, ''))
    if (!isJson(value)) return value
    const kept = Object.entries(value).filter(
      ([key, inner]) =>
        !(key === 'required' && typeof inner === 'boolean') &&
        !(key === 'additionalProperties' && inner === false) &&
        key !== '$schema' &&
        key !== '$id',
    )
    const { properties } = value
    const required =
      isJson(properties) && name !== 'wall_wall_comment'
        ? Object.entries(properties).flatMap(([key, inner]) => (isJson(inner) && inner.required === true ? [key] : []))
        : []
    return {
      ...Object.fromEntries(kept.map(([key, inner]) => [key, walk(inner, key)])),
      ...(required.length > 0 ? { required } : {}),
    }
  }
  return walk(schema, '') as Json
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
