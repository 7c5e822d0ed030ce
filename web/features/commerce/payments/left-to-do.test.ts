import { expect, test } from 'vitest'
import { leftAfter, type LeftToDo } from './left-to-do.ts'

const words: LeftToDo = { product: 'project', count: 1 }
const links: LeftToDo = { product: 'group', count: 1 }
const threeProjects: LeftToDo = { product: 'project', count: 3 }

test.each([
  ['category', [], ', и всё уже работает.'],
  ['project', [], ', и всё уже работает.'],
  ['group', [], ', и всё уже работает.'],
  ['project', [words], 'Осталось назвать слова.'],
  ['project', [threeProjects], 'Осталось назвать слова 3 проектов.'],
  ['group', [links], 'Осталось добавить группы.'],
  // Bought one after the other: what was bought last comes first.
  ['group', [words, links], 'Осталось добавить группы и назвать слова.'],
  ['project', [words, links], 'Осталось назвать слова и добавить группы.'],
  ['category', [words], ', и всё это уже работает. Ещё осталось назвать слова.'],
  ['group', [words], ', и всё это уже работает. Ещё осталось назвать слова.'],
  // Nothing is promised before it is known.
  ['project', undefined, ''],
] as const)('of a %s with %j left to do', (product, left, sentence) => {
  expect(leftAfter({ product, opened: true }, left, '/feed').sentence).toBe(sentence)
})

test('what is done on another page has its button', () => {
  const buttons = (pathname: string) =>
    leftAfter({ product: 'group', opened: true }, [words, links], pathname).elsewhere
  const [toGroups, toWords] = [
    { page: '/groups', button: 'Добавить группы' },
    { page: '/custom-category', button: 'Назвать слова' },
  ]
  expect(buttons('/feed')).toEqual([toGroups, toWords])
  expect(buttons('/groups')).toEqual([toWords])
  expect(buttons('/custom-category')).toEqual([toGroups])
})

test('what opened nothing is not reported to work', () => {
  const { sentence, elsewhere } = leftAfter({ product: 'project', opened: false }, [words], '/feed')
  expect(sentence).toContain('мы вернём деньги')
  expect(elsewhere).toEqual([])
})

test('who paid for a team and is alone in it is led to invite, which is done on its page', () => {
  const alone: LeftToDo = { product: 'team', count: 1 }
  const bought = { product: 'category', opened: true } as const
  expect(leftAfter(bought, [alone], '/team')).toEqual({
    sentence: ', и всё это уже работает. Ещё осталось пригласить коллег.',
    elsewhere: [],
  })
  expect(leftAfter(bought, [alone], '/feed').elsewhere).toEqual([{ page: '/team', button: 'Пригласить коллег' }])
  expect(leftAfter({ product: 'group', opened: true }, [alone, links], '/team')).toEqual({
    sentence: 'Осталось добавить группы и пригласить коллег.',
    elsewhere: [{ page: '/groups', button: 'Добавить группы' }],
  })
})
