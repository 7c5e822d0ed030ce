/** The only reader of the environment. The settings stand beside it, in parts by what they are for. */
import { checkNetworks, networkConfig, networkFields } from './networks.ts'
import { checkPayments, paymentConfig, paymentFields } from './payments.ts'
import { checkPeople, peopleConfig, peopleFields } from './people.ts'
import { checkReach, reachConfig, reachFields } from './reach.ts'
import { ConfigError, type Field, type Needs, type ValuesOf } from './readers.ts'
import { checkService, monitoringFields, retentionFields, serviceConfig, serviceFields } from './service.ts'

export const configFields = {
  ...serviceFields,
  ...networkFields,
  ...retentionFields,
  ...peopleFields,
  ...paymentFields,
  ...reachFields,
  ...monitoringFields,
}

type Values = ValuesOf<typeof configFields>

export type Config = ReturnType<typeof buildConfig>

/** @throws Error whose message lists every mistake, one a line */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const mistakes: string[] = []
  const values = readValues(environment, mistakes)
  const needs: Needs = {
    production: values.NODE_ENV === 'production',
    reject: (mistake) => void mistakes.push(mistake),
    needs(name, when, why) {
      if (when && values[name as keyof Values] === '') mistakes.push(`${name} не задан: ${why}`)
    },
  }
  checkService(values, needs)
  checkPeople(values, needs)
  checkPayments(values, needs)
  checkReach(values, needs)
  checkNetworks(values, needs)
  if (mistakes.length > 0)
    throw new Error(`Ошибки в настройках:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
  return buildConfig(values as Values)
}

/** What is written wrongly is missing from the result, and reported. */
function readValues(environment: NodeJS.ProcessEnv, mistakes: string[]): Partial<Values> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<Field<unknown>>(configFields)) {
    const written = environment[name]
    const value = written === undefined || written === '' ? field.default : written
    if (value === null) {
      mistakes.push(`${name} не задан: ${field.doc}`)
      continue
    }
    try {
      values[name] = field.read(value)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      mistakes.push(`${name} ${error.message}${field.secret ? '' : `, а задано «${value}»`}`)
    }
  }
  return values as Partial<Values>
}

function buildConfig(values: Values) {
  const production = values.NODE_ENV === 'production'
  const service = serviceConfig(values)
  return {
    ...service,
    ...peopleConfig(values),
    ...paymentConfig(values, production),
    ...reachConfig(values),
    networks: networkConfig(values, production, service.siteUrl),
  }
}
