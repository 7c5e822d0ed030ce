import { expect, test } from 'vitest'
import { readRoleChange } from './change-roles.ts'
import { ToolError } from './tool-error.ts'

test.each([
  [
    ['anna@example.ru', '+moderator', '-partner'],
    { email: 'anna@example.ru', add: ['moderator'], remove: ['partner'] },
  ],
  [
    ['+BlogEditor', '+categoryeditor', 'anna@example.ru'],
    { email: 'anna@example.ru', add: ['blogEditor', 'categoryEditor'], remove: [] },
  ],
  [['anna@example.ru'], { email: 'anna@example.ru', add: [], remove: [] }],
])('reads %j', (words, change) => {
  expect(readRoleChange(words)).toEqual(change)
})

test.each([
  [[], 'Нужен один email'],
  [['+admin'], 'Нужен один email'],
  [['anna', '+admin'], 'Нужен один email'],
  [['anna@example.ru', 'vera@example.ru', '+admin'], 'Нужен один email'],
  [['anna@example.ru', 'admin'], 'Нужен один email'],
  [['anna@example.ru', '+queen'], 'Роли «queen» нет'],
  [['anna@example.ru', '+'], 'Роли «» нет'],
  [['anna@example.ru', '+admin', '-admin'], 'Роль admin и дана, и забрана'],
])('refuses %j', (words, why) => {
  expect(() => readRoleChange(words)).toThrow(ToolError)
  expect(() => readRoleChange(words)).toThrow(why)
})
