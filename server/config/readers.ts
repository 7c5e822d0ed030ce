/** How values of the environment are read: each says what is wrong in Russian, for the person who starts the service. */

export interface Field<Value> {
  doc: string
  /** As it would be written in the environment; null when there is no default. */
  default: string | null
  secret?: boolean
  read(text: string): Value
}

export type ValuesOf<Fields extends Record<string, Field<unknown>>> = {
  [Name in keyof Fields]: ReturnType<Fields[Name]['read']>
}

/** How a part of the settings reports what does not fit together. */
export interface Needs {
  production: boolean
  /** `name` must not be empty when `when` holds. */
  needs(name: string, when: boolean, why: string): void
  /** One sentence in Russian. */
  reject(mistake: string): void
}

/** A value that cannot be read; the message follows the setting's name. */
export class ConfigError extends Error {}

export const text = (value: string): string => value
export const flag = (value: string): boolean => {
  if (value === 'on') return true
  if (value === 'off') return false
  throw new ConfigError('должно быть on или off')
}
export const number =
  (min: number, max: number) =>
  (value: string): number => {
    const result = Number(value)
    if (!Number.isInteger(result) || result < min || result > max)
      throw new ConfigError(`должно быть целым числом от ${min} до ${max}`)
    return result
  }
export const oneOf =
  <const Option extends string>(...options: Option[]) =>
  (value: string): Option => {
    if ((options as string[]).includes(value)) return value as Option
    throw new ConfigError(`должно быть одним из: ${options.join(', ')}`)
  }
export const origin = (value: string): string => {
  if (value === '') return ''
  if (!URL.canParse(value)) throw new ConfigError('должен быть адресом вида https://example.ru')
  return new URL(value).origin
}
/** Words between commas; none where there is nothing. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Of a mail server. */
export const smtpUrl = (value: string): string => {
  if (value !== '' && (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol)))
    throw new ConfigError('должен быть адресом вида smtps://имя:пароль@хост:465')
  return value
}
