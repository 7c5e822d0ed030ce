import { expect, test } from 'vitest'
import type { ProjectProgress } from '../../../../contract/watching/projects.ts'
import { endedWell, endInWords, isSavingOver, savingTitle, stepsOf } from './progress-steps.ts'
import { project } from './project.samples.ts'

const progress = (changes: Partial<ProjectProgress>): ProjectProgress => ({
  step: 1,
  status: 'pending',
  error: null,
  total: null,
  hours: null,
  done: 0,
  version: 1,
  ...changes,
})
const states = (changes: Partial<ProjectProgress> | null, restart = true, refused: string | null = null): string =>
  stepsOf({ restart, progress: changes && progress(changes), refused })
    .map(({ state }) => state)
    .join(' ')

test.each([
  [null, 'pending waiting waiting'],
  [{ step: 1, status: 'ok' }, 'ok pending waiting'],
  [{ step: 2, status: 'pending' }, 'ok pending waiting'],
  [{ step: 2, status: 'ok' }, 'ok ok pending'],
  [{ step: 2, status: 'error' }, 'ok error waiting'],
  [{ step: 2, status: 'skip' }, 'ok skip pending'],
  [{ step: 3, status: 'pending' }, 'ok ok pending'],
  [{ step: 3, status: 'ok' }, 'ok ok ok'],
] as const)('%j', (reported, shown) => {
  expect(states(reported)).toBe(shown)
})

test('without a restart the second step is disabled all the way', () => {
  expect(states(null, false)).toBe('pending skip waiting')
  expect(states({ step: 3, status: 'ok' }, false)).toBe('ok skip ok')
})

test('what the server refused is the error of the first step', () => {
  const [first] = stepsOf({ restart: true, progress: null, refused: 'Неверно заполнены поля' })
  expect(first).toMatchObject({ state: 'error', note: 'Неверно заполнены поля' })
})

test('too many results are counted out', () => {
  const [, second] = stepsOf({
    restart: true,
    refused: null,
    progress: progress({
      step: 2,
      status: 'error',
      error: { code: 'TOO_MANY_RESULTS', message: 'Много', details: { total: 21 } },
    }),
  })
  expect(second?.note).toBe(
    'Нашлось слишком много: 21 сообщение. Уточните ключевые слова, добавьте контекст или стоп-слова.',
  )
})

test('the popup closes on an error or at the end only', () => {
  const over = (changes: Partial<ProjectProgress> | null, refused: string | null = null) =>
    isSavingOver({ restart: true, progress: changes && progress(changes), refused })
  expect(over(null)).toBe(false)
  expect(over({ step: 2, status: 'ok' })).toBe(false)
  expect(over({ step: 2, status: 'error' })).toBe(true)
  expect(over({ step: 3, status: 'ok' })).toBe(true)
  expect(over(null, 'Нет')).toBe(true)
  expect(endedWell({ restart: true, progress: progress({ step: 3, status: 'ok' }), refused: null })).toBe(true)
  expect(endedWell({ restart: true, progress: progress({ step: 2, status: 'error' }), refused: null })).toBe(false)
})

test.each([
  [null, null, 'Сохраняем проект'],
  [{ step: 2, status: 'ok' }, null, 'Сохраняем проект'],
  [{ step: 3, status: 'ok' }, null, 'Проект сохранён'],
  [{ step: 2, status: 'error' }, null, 'Сохранено, но прошлые дни не просмотрены'],
  [null, 'Нет', 'Проект не сохранён'],
] as const)('%j, refused %j, is called «%s»', (reported, refused, title) => {
  expect(savingTitle({ restart: true, progress: reported && progress(reported), refused })).toBe(title)
})

test.each([
  [null, 5, 5, 'Новые сообщения придут в ленту сами.'],
  [0, 0, 0, 'За прошлые дни ничего не нашлось, новые сообщения придут в ленту сами.'],
  [21, 21, 21, 'В ленте уже 21 сообщение.'],
  [5, 5, 3, 'В ленте уже 3 сообщения, остальное из 5 — копии, спам и скрытое фильтрами проекта.'],
  [5, 5, 0, 'Всё, что нашлось, скрыто. Новые сообщения придут в ленту сами.'],
  [15_000, 15_000, 10_001, 'В ленте уже больше 10\u00a0000 сообщений.'],
] as const)('of %j in the stored days, %d in all and %d in the feed', (total, found, inFeed, sentence) => {
  expect(endInWords(project({ progress: progress({ step: 3, status: 'ok', total }), found, inFeed }))).toBe(sentence)
})
