import { expect, it } from 'vitest'
import { StandingClock } from '../testing/standing-clock.ts'
import { openDefectLog } from './defect-log.ts'
import { openReadLog } from './log.samples.ts'

it('logs a defect of each kind once a second, and how many were left out between', () => {
  const { log, lines } = openReadLog('error')
  const clock = new StandingClock()
  const logDefect = openDefectLog({ log, clock })
  const broken = (code: string) => Object.assign(new Error('broken'), { code })
  for (let times = 0; times < 50; times += 1) logDefect('GET /a', broken('22P02'), { code: `CC-${times}` }, 'defect')
  logDefect('GET /b', broken('22P02'), {}, 'defect')
  logDefect('GET /a', broken('22008'), {}, 'defect')
  logDefect('GET /a', 'no error at all', {}, 'defect')
  logDefect('GET /a', null, {}, 'defect')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatchObject({ code: 'CC-0', msg: 'defect', err: { message: 'broken' } })

  clock.advance(999)
  logDefect('GET /a', broken('22P02'), {}, 'defect')
  expect(lines).toHaveLength(4)
  clock.advance(1)
  logDefect('GET /a', broken('22P02'), { code: 'CC-last' }, 'defect')
  expect(lines.at(-1)).toMatchObject({ code: 'CC-last', leftOut: 50 })
  clock.advance(1_000)
  logDefect('GET /a', broken('22P02'), {}, 'defect')
  expect(lines.at(-1)).not.toHaveProperty('leftOut')
})
