import { expect, test } from 'vitest'
import { problemsOf } from './data.samples.ts'
import {
  checkDistinct,
  readData,
  readEntries,
  readItems,
  readPlainLines,
  readSections,
  type DataFile,
  type DataSection,
  type Report,
} from './read-data.ts'

const file = (text: string, name = 'words.txt'): DataFile => ({ name, text })

const problems = (files: DataFile[], read: (sections: DataSection[], report: Report) => unknown) =>
  problemsOf(() => readData(files, read))

test('comments and empty lines say nothing, sections are known by their headers', () => {
  const sections = readData(
    [file('# What it is.\r\nбез\r\n\r\n[ first ]\r\n  один \r\n\n# Two of them.\n[second]\nдва: 2')],
    (all) => all,
  )
  expect(sections).toEqual([
    { file: 'words.txt', at: 'words.txt:1', name: '', lines: [{ at: 'words.txt:2', text: 'без', indented: false }] },
    {
      file: 'words.txt',
      at: 'words.txt:4',
      name: 'first',
      lines: [{ at: 'words.txt:5', text: 'один', indented: true }],
    },
    {
      file: 'words.txt',
      at: 'words.txt:8',
      name: 'second',
      lines: [{ at: 'words.txt:9', text: 'два: 2', indented: false }],
    },
  ])
})

test('sections are given by their names, from several files', () => {
  const lists = readData([file('[b]\nдва'), file('[a]\nодин', 'more.txt')], (sections, report) =>
    readSections(sections, ['a', 'b'] as const, report),
  )
  expect(lists.a.map(({ at, text }) => `${at} ${text}`)).toEqual(['more.txt:2 один'])
  expect(lists.b.map(({ text }) => text)).toEqual(['два'])
})

test('everything that is wrong is reported at once, by file and line', () => {
  const files = [file('заранее\n[a]\nодин\n[foo]\n[\n[a]\nдва'), file('[b]', 'more.txt')]
  const read = (sections: DataSection[], report: Report) => readSections(sections, ['a', 'b', 'c'], report, 'kind')
  expect(problems(files, read)).toEqual([
    'more.txt:1: the kind "b" is empty',
    'words.txt, more.txt: no kind "c"',
    'words.txt:1: stands before the first [kind]',
    'words.txt:4: unknown kind "foo"',
    'words.txt:5: a header is written [name], not "["',
    'words.txt:6: the kind "a" begins at words.txt:2 already',
  ])
})

test('a file without sections has none', () => {
  expect(readData([file('один\nдва')], readPlainLines).map(({ text }) => text)).toEqual(['один', 'два'])
  expect(problems([file('один\n[b]\nдва')], readPlainLines)).toEqual([
    'words.txt:2: there are no sections in this file: [b]',
  ])
})

test('what stands twice is reported with where it stands first', () => {
  const read = (sections: DataSection[], report: Report) => checkDistinct(readPlainLines(sections, report), report)
  expect(problems([file('один\nдва\nодин'), file('два', 'more.txt')], read)).toEqual([
    'more.txt:1: "два" stands at words.txt:2 already',
    'words.txt:3: "один" stands at words.txt:1 already',
  ])
})

test('an entry has a key, a colon and a value, which may go on below', () => {
  const read = (sections: DataSection[], report: Report) => readEntries(readPlainLines(sections, report), report)
  expect(readData([file('руб: рубль\nв 10: 30: пора,\n  давно\n\n  пора\nкм: километр')], read)).toEqual([
    { at: 'words.txt:1', key: 'руб', value: 'рубль' },
    { at: 'words.txt:2', key: 'в 10', value: '30: пора, давно пора' },
    { at: 'words.txt:6', key: 'км', value: 'километр' },
  ])
  expect(problems([file('рубль\n: рубль\nруб:\n')], read)).toEqual([
    'words.txt:1: not written as "key: value": рубль',
    'words.txt:2: not written as "key: value": : рубль',
    'words.txt:3: not written as "key: value": руб:',
  ])
})

test('items are parted by commas', () => {
  const read = (_: DataSection[], report: Report) => readItems('words.txt:1', 'один, на двоих ,три', report)
  expect(readData([], read)).toEqual(['один', 'на двоих', 'три'])
  expect(problems([], (_, report) => readItems('words.txt:1', 'один,, два', report))).toEqual([
    'words.txt:1: a comma with nothing beside it: один,, два',
  ])
})
