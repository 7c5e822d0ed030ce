/** Same-word conflation: do two forms of one word meet, and do forms of different words stay apart? */
import { readFileSync } from 'node:fs'
import az from 'az'
import type { Language } from '../engine/language/language.ts'
import { fold } from '../engine/language/tokenise.ts'

/** What brings a form to keys; two forms meet when they share one. */
export type Keys = Language['lemmas']

/** A file of CoNLL-U; with `genre`, only the sentences that say so. */
export interface Texts {
  path: string
  genre?: string
}

interface Form {
  form: string
  count: number
  /** How often each lemma was meant. */
  lemmas: Map<string, number>
  /** How often it was a noun, a name, an adjective, a verb or an adverb. */
  content: number
}

export interface Score {
  precision: number
  recall: number
  f1: number
}

const CONTENT = new Set(['NOUN', 'PROPN', 'ADJ', 'VERB', 'ADV'])

export function readForms(texts: readonly Texts[]): Form[] {
  const forms = new Map<string, Form>()
  for (const { path, genre } of texts) {
    for (const sentence of readFileSync(path, 'utf8').split(/\n\n+/)) {
      if (genre !== undefined && !sentence.includes(`# genre = ${genre}\n`)) continue
      for (const line of sentence.split('\n')) {
        const [place, form, lemma, tag] = line.split('\t')
        if (!/^\d+$/.test(place!) || !form || !lemma || !tag) continue
        add(forms, plain(form), plain(lemma), CONTENT.has(tag))
      }
    }
  }
  return [...forms.values()]
}

/** As a token of a message would be: without `#` and the full stop of an abbreviation, ё as е. */
function plain(word: string): string {
  return fold(word.replace(/^#|\.$/g, ''))
}

function add(forms: Map<string, Form>, form: string, lemma: string, isContent: boolean): void {
  if (!/^[а-я][а-я-]+$/.test(form) || !/^[а-я][а-я-]*$/.test(lemma)) return
  let entry = forms.get(form)
  if (!entry) forms.set(form, (entry = { form, count: 0, lemmas: new Map(), content: 0 }))
  entry.count++
  entry.content += isContent ? 1 : 0
  entry.lemmas.set(lemma, (entry.lemmas.get(lemma) ?? 0) + 1)
}

/**
 * Over all pairs of different forms of which at least one is mostly a content word. A pair weighs the geometric mean of
 * the two counts: common words matter more, but a handful of the commonest does not decide everything. It is right to
 * the degree that the two forms, drawn at random from the text, mean one lemma; so an ambiguous form that meets the
 * forms of both its words is half right with each, and no one can reach 1.
 */
export function scoreForms(forms: readonly Form[], keys: Keys): Score {
  const meant = pairs(forms, (form) => [...form.lemmas.keys()])
  const met = pairs(forms, (form) => keys(form.form))
  let all = 0
  let found = 0
  let right = 0
  for (const [a, others] of meant) {
    for (const b of others) all += Math.sqrt(a.count * b.count) * sameness(a, b)
  }
  for (const [a, others] of met) {
    for (const b of others) {
      const weight = Math.sqrt(a.count * b.count)
      found += weight
      right += weight * sameness(a, b)
    }
  }
  const precision = right / found
  const recall = right / all
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

function sameness(a: Form, b: Form): number {
  let sum = 0
  for (const [lemma, count] of a.lemmas) sum += count * (b.lemmas.get(lemma) ?? 0)
  return sum / (a.count * b.count)
}

function pairs(forms: readonly Form[], keys: (form: Form) => readonly string[]): Map<Form, Set<Form>> {
  const byKey = new Map<string, Form[]>()
  const found = new Map<Form, Set<Form>>()
  for (const form of forms) {
    for (const key of new Set(keys(form))) {
      const others = byKey.get(key)
      if (!others) {
        byKey.set(key, [form])
        continue
      }
      for (const other of others) {
        if (form.content * 2 <= form.count && other.content * 2 <= other.count) continue
        let met = found.get(other)
        if (!met) found.set(other, (met = new Set()))
        met.add(form)
      }
      others.push(form)
    }
  }
  return found
}

/** `az` as it comes, in either case of letters: a number of its readings, by number. */
export async function azAlone(directory: string): Promise<(readings: number) => Keys> {
  await new Promise<void>((resolve, reject) => {
    az.Morph.init(directory, (error) => (error ? reject(error) : resolve()))
  })
  return (readings) => (form) => {
    const parses = az.Morph(form, { ignoreCase: true }).slice(0, readings)
    const lemmas = parses.map((parse) => (parse.normalize() || parse).toString().toLowerCase().replaceAll('ё', 'е'))
    return lemmas.length > 0 ? lemmas : [form]
  }
}
