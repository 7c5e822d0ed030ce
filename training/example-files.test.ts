import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ExampleFileName } from './example-files.ts'
import { exampleFileNames, readExampleFiles } from './example-files.ts'
import { plainExamples, writtenExamples } from './examples.ts'
import type { LabelFileName } from './label-files.ts'
import { readLabelFiles } from './label-files.ts'

const fileOf = (folder: string, name: string) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8')
/** Names in braces are of a frame, a service or a list: these are needed whole. Of sentences the first do. */
const WHOLE: readonly ExampleFileName[] = ['frames.ndjson', 'fills.ndjson', 'services.ndjson']
const SENTENCES = 200
const beginnings = new Map(
  exampleFileNames.map((name) => {
    const text = fileOf('examples', name)
    return [name, WHOLE.includes(name) ? text : text.split('\n', SENTENCES).join('\n')]
  }),
)
/** The files as they begin, lines put before one of them. */
const withExamples = (changed: ExampleFileName, lines: string) =>
  readExampleFiles((name) => (name === changed ? `${lines}\n` : '') + beginnings.get(name)!)
const withLabels = (changed: LabelFileName, lines: string) =>
  readLabelFiles((name) => (name === changed ? `${lines}\n` : '') + fileOf('labels', name))

describe('examples', () => {
  const files = readExampleFiles()

  test('hold both sides of both heads', () => {
    const plain = plainExamples(files)
    for (const head of ['intent', 'unwanted'] as const) {
      for (const yes of [true, false]) expect(plain.filter((each) => each[head] === yes).length).toBeGreaterThan(300)
    }
  })

  test('a line that is put first is the first example', () => {
    const { talk } = withExamples('talk.ndjson', '{"group":"town","intent":false,"text":"льёт третий день"}')
    expect(talk[0]).toEqual({ group: 'town', intent: false, text: 'льёт третий день' })
    expect(talk.slice(1)).toEqual(files.talk.slice(0, SENTENCES))
  })

  test('written examples are the same each time and have no empty place', () => {
    const examples = writtenExamples(files, { size: 2 })
    expect(writtenExamples(files, { size: 2 })).toEqual(examples)
    expect(examples.filter(({ text }) => /[{}]|undefined/.test(text) || text.trim() === '')).toEqual([])
    expect(examples.filter(({ intent }) => intent === true).length).toBeGreaterThan(300)
  })

  test.each<[ExampleFileName, string, string]>([
    ['talk.ndjson', 'ищу кота', 'training/examples/talk.ndjson:1: not JSON'],
    [
      'talk.ndjson',
      '{"group":"towns","intent":false,"text":"льёт"}',
      'training/examples/talk.ndjson:1: group must be equal to one of the allowed values',
    ],
    [
      'talk.ndjson',
      '{"group":"town","intent":false,"test":"льёт"}',
      'training/examples/talk.ndjson:1: "test" is unknown, must have required properties text',
    ],
    [
      'talk.ndjson',
      '{"group":"town","intent":false,"text":" "}',
      'training/examples/talk.ndjson:1: text must match pattern',
    ],
    [
      'requests.ndjson',
      '{"group":"town","intent":false,"text":"льёт"}',
      'training/examples/requests.ndjson:1: intent must be equal to constant',
    ],
    [
      'unwanted.ndjson',
      '{"group":"plain","intent":false,"text":"казино"}',
      'training/examples/unwanted.ndjson:1: must have required properties unwanted',
    ],
    [
      'frames.ndjson',
      '{"kind":"request","frame":"ищу {whome}"}',
      'training/examples/frames.ndjson:1: no service has a form and no list is called {whome}',
    ],
    [
      'services.ndjson',
      '{"who":"повар","whom":"повара"}',
      'training/examples/services.ndjson:1: must have required properties ofMany, todo, work',
    ],
  ])('a mistake in %s is named: %s', (file, line, message) => {
    expect(() => withExamples(file, line)).toThrow(message)
  })

  test('a sentence stands once, whatever it is taken for', () => {
    const line = JSON.stringify({ group: 'town', intent: true, text: files.talk[0]!.text })
    expect(() => withExamples('requests.ndjson', line)).toThrow(
      /talk\.ndjson:1: ".*" stands at training\/examples\/requests\.ndjson:1 already/,
    )
  })

  test('all mistakes of a file are named at once, and no list may be missing', () => {
    expect(() => withExamples('talk.ndjson', '{"group":"town"}\n\n[]')).toThrow(
      /talk\.ndjson:1: .*\n.*talk\.ndjson:3: must be object$/,
    )
    const fills = '{"list":"greeting","text":"Привет, "}'
    expect(() => readExampleFiles((name) => (name === 'fills.ndjson' ? fills : beginnings.get(name)!))).toThrow(
      'training/examples/fills.ndjson: no list is called "tail"',
    )
  })
})

describe('labels', () => {
  test('are read', () => {
    const { asks, mentionProjects, mentions } = readLabelFiles()
    expect(asks.size).toBeGreaterThan(2000)
    expect(mentionProjects.filter(({ fit }) => fit).length).toBeGreaterThan(5)
    expect(mentions.length).toBeGreaterThan(200)
  })

  test.each<[LabelFileName, string, string]>([
    ['asks.ndjson', '{"id":"qaload-000001","asks":"help"}', 'training/labels/asks.ndjson:1: asks must be equal'],
    [
      'asks.ndjson',
      '{"id":"qaload-000043","asks":"nothing"}',
      'training/labels/asks.ndjson:2: "qaload-000043" stands at training/labels/asks.ndjson:1 already',
    ],
    [
      'read-again.ndjson',
      '{"id":"forumcomments-000115","asks":"nothing"}',
      'training/labels/read-again.ndjson:2: "forumcomments-000115" stands at training/labels/read-again.ndjson:1 already',
    ],
    ['asks.ndjson', '{"id":"000043","asks":"nothing"}', 'training/labels/asks.ndjson:1: id must match pattern'],
    [
      'mentions.ndjson',
      '{"project":"Магнат","about":true,"id":"tgnews-020265"}',
      'training/labels/mentions.ndjson:1: no project is called "Магнат"',
    ],
    [
      'mention-projects.ndjson',
      '{"project":"Магнит","fit":true,"words":"магнит"}',
      'training/labels/mention-projects.ndjson:1: words must be array',
    ],
  ])('a mistake in %s is named: %s', (file, line, message) => {
    expect(() => withLabels(file, line)).toThrow(message)
  })
})
