/** Where an address is, in words: «Россия», «Россия, Казань», «домашняя сеть». Looked up here; no address is reported to anybody. */
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'

/** Addresses of no one's network in particular (RFC 1918, 6598, 3927, 4193, 4291). */
const home = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  home.addSubnet(net, bits)
}
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  home.addSubnet(net, bits, 'ipv6')

const countryNames = new Intl.DisplayNames('ru', { type: 'region', fallback: 'none' })

/** As databases of several makers write it. */
interface Found {
  country_code?: string
  country?: { iso_code?: string }
  city?: string | { names?: Record<string, string> }
}

export type PlaceInWords = (ip: string) => string

export const placeWordsOf = perProcess(({ config }: Pick<AppContext, 'bus' | 'config'>) =>
  openPlaceInWords(config.geoipDatabase),
)

/**
 * @param cities an .mmdb file that knows cities; '' when only countries are to be reported
 * @throws Error when that file cannot be read
 */
export function openPlaceInWords(cities: string): PlaceInWords {
  let reader = cities === '' ? null : openReader(cities)
  return (ip) => {
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(address)
    if (family === 0) return ''
    if (home.check(address, family === 4 ? 'ipv4' : 'ipv6')) return 'домашняя сеть'
    // Countries of the world, CC0: eight megabytes that are read when someone first looks at their history.
    reader ??= openReader(
      fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
    )
    const found = reader.get(address) as Found | null
    const code = found?.country_code ?? found?.country?.iso_code
    const country = code && /^[A-Z]{2}$/.test(code) ? countryNames.of(code) : undefined
    const city = typeof found?.city === 'string' ? found.city : (found?.city?.names?.ru ?? found?.city?.names?.en)
    return [country, city].filter(Boolean).join(', ')
  }
}

function openReader(path: string): Reader<Response> {
  try {
    return new Reader<Response>(readFileSync(path))
  } catch (error) {
    throw new Error(`the database of places ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
