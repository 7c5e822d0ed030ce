import { expect, test } from 'vitest'
import { categoryOf, greetingOf } from './greeting.ts'

test.each([
  ['', null],
  ['?greetings=0', null],
  ['?greetings=', 'Добро пожаловать!'],
  ['?greetings=1', 'Добро пожаловать!'],
  [`?greetings=${encodeURIComponent('Анна')}`, 'Здравствуйте, Анна!'],
  [`?greetings=${encodeURIComponent('Анна-Мария Иванова')}`, 'Здравствуйте, Анна-Мария Иванова!'],
  [`?greetings=${encodeURIComponent('Ваш счёт закрыт, звоните')}`, 'Добро пожаловать!'],
  [`?greetings=${encodeURIComponent('<b>Анна</b>')}`, 'Добро пожаловать!'],
  [`?greetings=${encodeURIComponent('http://example.ru')}`, 'Добро пожаловать!'],
])('%s greets with %s', (search, greeting) => {
  expect(greetingOf(search)).toBe(greeting)
})

test.each([
  ['?ctg=12', 12],
  ['?ctg=0', null],
  ['?ctg=-1', null],
  ['?ctg=1e3', null],
  ['?ctg=', null],
  ['', null],
])('%s chooses %s', (search, category) => {
  expect(categoryOf(search)).toBe(category)
})
