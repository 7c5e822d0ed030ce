import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEMPLATE_COUNT, TEMPLATE_LENGTH, TEMPLATE_NAME_LENGTH } from '../../../../contract/reading/answers.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())

const words = { name: 'Знакомство', text: 'Здравствуйте, {имя}! Снимаю в городе {город}.' }

describe('leads.setAnswered', () => {
  it('says who answered and when, to the team as well, keeps the first time and is taken back', async () => {
    const oleg = await world.somebody('oleg', ['teamOwner'], paidForTeam('photographers'))
    const vera = await world.customer('vera')
    await world.team(oleg, vera)
    await world.post('Посоветуйте фотографа')
    const id = (await oleg.asks('feed', 'queryFeed', {})).messages[0]?.id ?? 0
    const browser = await vera.connects()
    const at = world.clock.now().toISOString()
    const mine = { user: { id: oleg.userId, name: 'oleg' }, at }
    expect((await oleg.asks('leads', 'setAnswered', { id, value: true })).marks.answers).toEqual([mine])
    await expect
      .poll(() => browser.heard['feed.message'].filter(({ messageId }) => messageId === id).at(-1)?.marks?.answers)
      .toEqual([mine])
    browser.close()
    world.clock.advance(MINUTE)
    expect((await oleg.asks('leads', 'setAnswered', { id, value: true })).marks.answers).toEqual([mine])
    const hers = { user: { id: vera.userId, name: 'vera' }, at: world.clock.now().toISOString() }
    await vera.asks('leads', 'setAnswered', { id, value: true })
    expect((await oleg.asks('feed', 'queryFeed', {})).messages[0]?.answers).toEqual([mine, hers])
    expect((await oleg.asks('feed', 'listActivity', { id })).activity).toEqual([
      { what: 'answered', at, user: 'oleg', mine: true },
      { what: 'answered', at: hers.at, user: 'vera', mine: false },
    ])
    expect((await oleg.asks('leads', 'setAnswered', { id, value: false })).marks.answers).toEqual([hers])
    expect((await oleg.asks('leads', 'setAnswered', { id, value: false })).marks.answers).toEqual([hers])

    const boris = await world.customer('boris', paid('photographers'))
    expect((await boris.asks('feed', 'queryFeed', {})).messages[0]?.answers).toEqual([])
  })

  it('is refused to a guest, of a message one may not see, and with another value', async () => {
    const anna = await world.customer('anna', paid('photographers'))
    const stranger = await world.customer('stranger')
    await world.post('Ищем фотографа')
    const id = (await anna.asks('feed', 'queryFeed', {})).messages[0]?.id ?? 0
    expect(codeOf(await world.ask('leads', 'setAnswered', { id, value: true }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('leads', 'setAnswered', { id, value: true })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('leads', 'setAnswered', { id, value: 'да' as never })).toBe('VALIDATION_FAILED')
  })
})

describe('the templates of a person', () => {
  it('answers.createTemplate, answers.updateTemplate and answers.deleteTemplate change what answers.listTemplates lists', async () => {
    const anna = await world.customer('anna-writes')
    expect(await anna.asks('answers', 'listTemplates', {})).toEqual({ templates: [] })
    const { template } = await anna.asks('answers', 'createTemplate', { ...words, name: ' Знакомство ' })
    expect(template).toEqual({ id: expect.any(Number), ...words })
    const second = (await anna.asks('answers', 'createTemplate', { name: 'Цена', text: 'От 5 000 руб.' })).template
    const { id } = template
    const changed = { id, name: 'Первое письмо', text: 'Добрый день!' }
    expect(await anna.asks('answers', 'updateTemplate', changed)).toEqual({ template: changed })
    expect(await anna.asks('answers', 'listTemplates', {})).toEqual({ templates: [changed, second] })
    await anna.asks('answers', 'deleteTemplate', { id })
    expect(await anna.asks('answers', 'listTemplates', {})).toEqual({ templates: [second] })
    expect(await anna.isRefused('answers', 'deleteTemplate', { id })).toBe('TEMPLATE_NOT_FOUND')
  })

  it('are theirs alone', async () => {
    const [vlad, gleb] = [await world.customer('vlad'), await world.customer('gleb')]
    const { id } = (await vlad.asks('answers', 'createTemplate', words)).template
    expect(await gleb.asks('answers', 'listTemplates', {})).toEqual({ templates: [] })
    expect(await gleb.isRefused('answers', 'updateTemplate', { id, ...words })).toBe('TEMPLATE_NOT_FOUND')
    expect(await gleb.isRefused('answers', 'deleteTemplate', { id })).toBe('TEMPLATE_NOT_FOUND')
    for (const [name, input] of [
      ['listTemplates', {}],
      ['createTemplate', words],
      ['updateTemplate', { id, ...words }],
      ['deleteTemplate', { id }],
    ] as const)
      expect(codeOf(await world.ask('answers', name, input as never))).toBe('UNAUTHORIZED')
    expect((await vlad.asks('answers', 'listTemplates', {})).templates).toEqual([{ id, ...words }])
  })

  it('are no more than thirty, also of many made at once, and no longer than 2,000 letters', async () => {
    const hasty = await world.customer('hasty')
    expect([TEMPLATE_COUNT, TEMPLATE_LENGTH]).toEqual([30, 2_000])
    const made = await Promise.all(
      Array.from({ length: TEMPLATE_COUNT + 3 }, () => hasty.isRefused('answers', 'createTemplate', words)),
    )
    expect(made.filter((code) => code === 'ok')).toHaveLength(TEMPLATE_COUNT)
    expect(made.filter((code) => code === 'TEMPLATE_LIMIT_REACHED')).toHaveLength(3)
    expect((await hasty.asks('answers', 'listTemplates', {})).templates).toHaveLength(TEMPLATE_COUNT)
    const { id } = (await hasty.asks('answers', 'listTemplates', {})).templates[0] ?? { id: 0 }
    for (const wrong of [
      { ...words, text: 'я'.repeat(TEMPLATE_LENGTH + 1) },
      { ...words, name: 'я'.repeat(TEMPLATE_NAME_LENGTH + 1) },
      { ...words, text: ' ' },
      { ...words, name: '' },
    ])
      expect(await hasty.isRefused('answers', 'updateTemplate', { id, ...wrong })).toBe('VALIDATION_FAILED')
    await hasty.asks('answers', 'updateTemplate', { id, ...words, text: 'я'.repeat(TEMPLATE_LENGTH) })
  })
})
