/** What a feature adds to the bus and to the audit log stands in its one file, and with its words: nothing outside its folder is touched for it. */
import { expect, it } from 'vitest'
import { readSources } from '../tools/check-boundaries.ts'
import { features } from './features.ts'

const sources = readSources().filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/kit/'))

it('bus messages and audit actions are declared in the file of their feature', () => {
  const declaring = sources.filter(({ text }) => /^ {2}interface (?:BusMessages|AuditActions) \{/m.test(text))
  expect(declaring.length).toBeGreaterThan(20)
  const elsewhere = declaring.filter(
    ({ path }) => !/^server\/features\/[^/]+\/([^/]+)\/\1\.(feature|public)\.ts$/.test(path),
  )
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

it.each(features.map((feature) => [feature.name, feature] as const))(
  '%s has words for its own audit actions, and for no other ones',
  (name, { auditWords }) => {
    const own = sources.filter(
      ({ path }) => path.endsWith(`/${name}.feature.ts`) || path.endsWith(`/${name}.public.ts`),
    )
    const declared = own
      .flatMap(({ text }) => [...text.matchAll(/^ {2}interface AuditActions \{\n(.*?)\n {2}\}/gms)])
      .flatMap(([, body = '']) => [...body.matchAll(/^ {4}'?([\w-]+)'?:/gm)].map(([, action = '']) => action))
    expect(Object.keys(auditWords).toSorted()).toEqual(declared.toSorted())
  },
)
