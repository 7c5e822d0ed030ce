import { expect, test } from 'vitest'
import { sampleMessage } from '../card/message.samples.ts'
import { nameAction, shownName } from './name-action.ts'

const like = {
  short: 'Нравится',
  label: (message: { likes: number[] }) => (message.likes.length > 0 ? 'Больше не нравится' : 'Нравится'),
  count: (message: { likes: number[] }) => message.likes.length,
}

test.each([
  ['as its button does', like, [], 'Нравится'],
  ['with how many did, and the same whatever it will do', like, [1, 2], 'Нравится · 2'],
  [
    'and what follows for everybody comes behind',
    { short: 'Спам', label: () => 'Спам: удалить у всех' },
    [],
    'Спам: удалить у всех',
  ],
  [
    'by its button where its label begins otherwise',
    { short: 'Избранное', label: () => 'В избранное' },
    [],
    'Избранное',
  ],
])('an action is called %s', (_, action, likes, name) => {
  const message = sampleMessage({ likes })
  expect(nameAction(action, message)).toBe(name)
  expect(nameAction(action, message).startsWith(shownName(action, message))).toBe(true)
})
