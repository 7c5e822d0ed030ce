/**
 * Reads the word graphs of the dictionary: automata packed into numbers (dawgdic), as OpenCorpora's tools and the package
 * `az` write them. A path of bytes spells a word; behind a separator more bytes say what is known about it.
 */

/** `follow` found no way on. */
export const MISSING = -1
const ROOT = 0

const HAS_VALUE = 1 << 8
const EXTENSION = 1 << 9
const LEAF = 1 << 31
const SEPARATOR = 1

/** One byte of windows-1251 for each letter that occurs; 0 for any other. */
const BYTES = new Uint8Array(0x452)
for (let code = 0x20; code < 0x7f; code++) BYTES[code] = code
for (let code = 0x410; code <= 0x44f; code++) BYTES[code] = code - 0x410 + 0xc0
BYTES[0x451] = 0xb8

const LETTERS = new Map<number, string>()
BYTES.forEach((byte, code) => byte > 0 && LETTERS.set(byte, String.fromCharCode(code)))

const E = 0x435
const YO = 'ё'
const YO_BYTE = 0xb8

/** Letters that are struck by mistake for another, by the keyboards in use. */
const KEYBOARD: Record<string, string> = {
  й: 'ёцыф',
  ц: 'йфыву',
  у: 'цывак',
  к: 'увапе',
  е: 'капрн',
  н: 'епрог',
  г: 'нролш',
  ш: 'голдщ',
  щ: 'шлджз',
  з: 'щджэх-',
  х: 'зжэъ-',
  ъ: 'хэ-ё',
  ф: 'йцычяё',
  ы: 'йцувсчяф',
  в: 'цукамсчы',
  а: 'укепимсв',
  п: 'кенртима',
  р: 'енгоьтип',
  о: 'нгшлбьтр',
  л: 'гшщдюбьо',
  д: 'шщзжюбл',
  ж: 'щзхэюд',
  э: 'зхъжё',
  ё: 'йфяъэ',
  я: 'ёфыч',
  ч: 'яфывс',
  с: 'чывам',
  м: 'свапи',
  и: 'мапрт',
  т: 'ипроь',
  ь: 'тролб',
  б: 'ьолдю',
  ю: 'блдж',
  '-': 'зхъ',
}

/** Letters that are written for another by ear: vowels without stress, consonants at the end. */
const BY_EAR: Record<string, string> = {
  а: 'о',
  о: 'а',
  е: 'иэя',
  и: 'еы',
  э: 'е',
  ы: 'и',
  я: 'еи',
  з: 'с',
  с: 'зц',
  ц: 'с',
  д: 'т',
  т: 'д',
  б: 'п',
  п: 'б',
  г: 'кх',
  к: 'г',
  в: 'ф',
  ф: 'в',
  ш: 'щж',
  щ: 'ш',
  ж: 'ш',
}
const BY_HAND_OR_EAR: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KEYBOARD).map(([letter, near]) => [
    letter,
    near + [...(BY_EAR[letter] ?? '')].filter((other) => !near.includes(other)).join(''),
  ]),
)

/** For each letter's byte those of the letters it may have been meant for. */
const LIKE_BYTES: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const near = BY_HAND_OR_EAR[LETTERS.get(byte) ?? '']
  return near === undefined ? undefined : Uint8Array.from(near, (letter) => BYTES[letter.charCodeAt(0)] ?? 0)
})

/** A word of the graph: with its ё, and the node behind its separator, under which `payloads` stand. */
export interface FoundWord {
  word: string
  node: number
}

export class Dawg {
  readonly #units: Int32Array
  /** For each node its first child's byte and its next sibling's. */
  readonly #guide: Uint8Array

  constructor(file: ArrayBuffer) {
    const view = new DataView(file)
    const units = view.getUint32(0, true)
    this.#units = new Int32Array(file, 4, units)
    this.#guide = new Uint8Array(file, units * 4 + 8, view.getUint32(units * 4 + 4, true) * 2)
  }

  /** The node of a text that begins at `node`, or MISSING. */
  walk(text: string, node = ROOT): number {
    for (let i = 0; i < text.length && node !== MISSING; i++) node = this.#follow(BYTES[text.charCodeAt(i)] ?? 0, node)
    return node
  }

  /** The number filed under a node; MISSING when there is none. */
  value(node: number): number {
    const unit = this.#units[node]!
    return unit & HAS_VALUE ? this.#units[node ^ offset(unit)]! & ~LEAF : MISSING
  }

  /** The words that are written like this when ё may be written as е; the one without a ё first. */
  find(word: string): FoundWord[] {
    const found: FoundWord[] = []
    this.#spell(word, 0, ROOT, word, found)
    return found
  }

  /** Whether `find` finds any, which is sooner said. */
  has(word: string): boolean {
    return this.#isSpelt(word, 0, ROOT)
  }

  #isSpelt(word: string, from: number, start: number): boolean {
    let node = start
    for (let i = from; i < word.length; i++) {
      const code = word.charCodeAt(i)
      if (code === E) {
        const other = this.#follow(YO_BYTE, node)
        if (other !== MISSING && this.#isSpelt(word, i + 1, other)) return true
      }
      node = this.#follow(BYTES[code] ?? 0, node)
      if (node === MISSING) return false
    }
    return this.#follow(SEPARATOR, node) !== MISSING
  }

  /** The words that lack or have a letter, a wrong one, or two swapped, compared with this one: exactly one mistake, or none. */
  findMistyped(word: string): Array<FoundWord & { mistakes: number }> {
    const found: Array<FoundWord & { mistakes: number }> = []
    // Last in, first out, as the package `az` does it, so that ties end alike.
    const todo: Array<[spelt: string, at: number, mistakes: number, node: number]> = [['', 0, 0, ROOT]]
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const [spelt, at, mistakes, node] = next
      const go = (letter: string, to: number, mistaken: number, from = node): void => {
        const child = this.walk(letter, from)
        if (child !== MISSING) todo.push([spelt + letter, to, mistaken, child])
      }
      if (at === word.length) {
        if (mistakes === 0) for (const letter of this.#children(node)) go(letter, at, 1)
        const known = this.#follow(SEPARATOR, node)
        if (known !== MISSING) found.push({ word: spelt, node: known, mistakes })
        continue
      }
      const letter = word.charAt(at)
      if (letter === 'е') go(YO, at + 1, mistakes)
      if (mistakes === 0) {
        todo.push([spelt, at + 1, 1, node])
        for (const missing of this.#children(node)) go(missing, at, 1)
        for (const wrong of KEYBOARD[letter] ?? '') go(wrong, at + 1, 1)
        if (at + 1 < word.length) go(word.charAt(at + 1) + letter, at + 2, 1)
      }
      go(letter, at + 1, mistakes)
    }
    return found
  }

  /**
   * The words that this one is like: with one letter more, less, in another's place or swapped with the next, but for the
   * first. Letters are taken for their neighbours on the keyboard or for those that sound alike. Finds what `findMistyped`
   * finds with these mistakes, in a fraction of its time.
   */
  findLike(word: string): FoundWord[] {
    const found = new Map<string, FoundWord>()
    let states: FoundWord[] = [{ word: '', node: ROOT }]
    for (let at = 0; at <= word.length && states.length > 0; at++) {
      if (at > 0) for (const state of states) this.#findFrom(word, at, state, found)
      const letter = word.charAt(at)
      states = states.flatMap(({ word: spelt, node }) =>
        (letter === 'е' ? ['е', YO] : [letter]).flatMap((one) => {
          const child = this.#follow(BYTES[one.charCodeAt(0)] ?? 0, node)
          return child === MISSING ? [] : [{ word: spelt + one, node: child }]
        }),
      )
    }
    return [...found.values()]
  }

  /** The same with the mistake at one place, behind what is spelt already. */
  #findFrom(word: string, at: number, { word: spelt, node }: FoundWord, found: Map<string, FoundWord>): void {
    for (let label = this.#guide[node << 1]!; label !== 0;) {
      const child = this.#follow(label, node)
      if (child === MISSING) break
      if (LETTERS.has(label)) this.#finish(word, at, child, spelt, label, found)
      label = this.#guide[(child << 1) + 1]!
    }
    if (at === word.length) return
    this.#finish(word, at + 1, node, spelt, 0, found)
    const wrong = LIKE_BYTES[BYTES[word.charCodeAt(at)] ?? 0]
    if (wrong !== undefined)
      for (let i = 0; i < wrong.length; i++) {
        const child = this.#follow(wrong[i]!, node)
        if (child !== MISSING) this.#finish(word, at + 1, child, spelt, wrong[i]!, found)
      }
    if (at + 1 === word.length) return
    const next = this.#follow(BYTES[word.charCodeAt(at + 1)] ?? 0, node)
    const swapped = next === MISSING ? MISSING : this.#follow(BYTES[word.charCodeAt(at)] ?? 0, next)
    if (swapped !== MISSING)
      this.#finish(word, at + 2, swapped, spelt + word.charAt(at + 1), BYTES[word.charCodeAt(at)] ?? 0, found)
  }

  /** Words that begin so, with ё for е too: at most so many, in no order. */
  findBegun(beginning: string, most: number): FoundWord[] {
    const found: FoundWord[] = []
    const below = (node: number, spelt: string): void => {
      const known = this.#follow(SEPARATOR, node)
      if (known !== MISSING) found.push({ word: spelt, node: known })
      for (const letter of this.#children(node)) {
        if (found.length >= most) return
        below(this.walk(letter, node), spelt + letter)
      }
    }
    const along = (at: number, node: number, spelt: string): void => {
      if (node === MISSING || found.length >= most) return
      if (at === beginning.length) return below(node, spelt)
      const letter = beginning.charAt(at)
      for (const one of letter === 'е' ? [letter, YO] : [letter]) along(at + 1, this.walk(one, node), spelt + one)
    }
    along(0, ROOT, '')
    return found
  }

  /** Walks on along the rest of a word; what stands before it is put together only when that leads to a word. */
  #finish(
    word: string,
    from: number,
    node: number,
    spelt: string,
    letter: number,
    found: Map<string, FoundWord>,
  ): void {
    for (let at = from; at < word.length; at++) {
      const code = word.charCodeAt(at)
      if (code === E) {
        const other = this.#follow(YO_BYTE, node)
        if (other !== MISSING)
          this.#finish(word, at + 1, other, spelt + nameOf(letter) + word.slice(from, at), YO_BYTE, found)
      }
      node = this.#follow(BYTES[code] ?? 0, node)
      if (node === MISSING) return
    }
    const known = this.#follow(SEPARATOR, node)
    if (known === MISSING) return
    const like = spelt + nameOf(letter) + word.slice(from)
    found.set(like, { word: like, node: known })
  }

  /** The numbers filed behind a separator, `size` to an entry, one entry after another. */
  payloads(node: number, size: number): number[] {
    const numbers: number[] = []
    const bytes: number[] = []
    const read = (parent: number, depth: number): void => {
      for (let label = this.#guide[parent << 1]!; label !== 0;) {
        const child = this.#follow(label, parent)
        if (child === MISSING) return
        bytes[depth] = label
        if (depth + 1 < size * 2) read(child, depth + 1)
        else for (let i = 0; i < size * 2; i += 2) numbers.push(((bytes[i]! ^ 1) << 6) + (bytes[i + 1]! >> 1))
        label = this.#guide[(child << 1) + 1]!
      }
    }
    read(node, 0)
    return numbers
  }

  #spell(word: string, from: number, node: number, spelt: string, found: FoundWord[]): void {
    for (let i = from; i < word.length; i++) {
      const code = word.charCodeAt(i)
      const child = this.#follow(BYTES[code] ?? 0, node)
      if (code === E) {
        const other = this.#follow(YO_BYTE, node)
        if (other !== MISSING) {
          if (child !== MISSING) this.#spell(word, i + 1, child, spelt, found)
          return this.#spell(word, i + 1, other, spelt.slice(0, i) + YO + spelt.slice(i + 1), found)
        }
      }
      if (child === MISSING) return
      node = child
    }
    const known = this.#follow(SEPARATOR, node)
    if (known !== MISSING) found.push({ word: spelt, node: known })
  }

  #children(node: number): string[] {
    const letters: string[] = []
    for (let label = this.#guide[node << 1]!; label !== 0;) {
      const child = this.#follow(label, node)
      if (child === MISSING) break
      const letter = LETTERS.get(label)
      if (letter !== undefined) letters.push(letter)
      label = this.#guide[(child << 1) + 1]!
    }
    return letters
  }

  #follow(byte: number, node: number): number {
    const next = node ^ offset(this.#units[node]!) ^ byte
    return (this.#units[next]! & (LEAF | 0xff)) === byte && byte !== 0 ? next : MISSING
  }
}

const nameOf = (byte: number): string => LETTERS.get(byte) ?? ''

const offset = (unit: number): number => (unit >> 10) << ((unit & EXTENSION) >> 6)
