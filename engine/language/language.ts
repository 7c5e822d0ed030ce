import type { WordPlace } from './name-writings.ts'
import type { Writing } from './writings.ts'

/** What knows the words of a language: a dictionary or a stemmer. */
export interface Morphology {
  /**
   * Folded form -> folded lemmas, the likeliest first, at least one. Asked for Cyrillic words, and for compounds with hyphens
   * that end in letters of any alphabet. Pure: the same form, the same answer.
   */
  lemmas(form: string): readonly string[]
  /** As a language's, with the lemmas of one that remembers them. */
  writings?(forms: readonly string[], place: WordPlace): readonly Writing[]
  gluedName?: Language['gluedName']
  aspects?: Language['aspects']
}

export interface Language {
  /**
   * Folded form -> at least one folded lemma; all readings of an ambiguous form (`стекла`: стекло, стечь). Two forms
   * are forms of one word when their lemmas meet. Anything but a Cyrillic word (Latin, numbers, `#тег`, an address) is
   * its own only lemma.
   */
  lemmas(form: string): readonly string[]
  /** The same for callers with a memory of their own: what is not known already is worked out and not kept. */
  lemmasOnce?(form: string): readonly string[]
  /**
   * What people write instead of these words of a query side by side: other spellings, groupings of digits, pages of a host.
   * @param isAlone false where other words have to stand near: no tag and no name of an account is asked for then, which stands alone
   * @param beside the words of the proximity that these stand in: «фокус» is a car beside Ford
   */
  writings?(forms: readonly string[], isAlone?: boolean, beside?: readonly string[]): readonly Writing[]
  /** What people glue a name of several words to, whatever else these mean: `#рыжийлис`, `@ryzhiy_lis`. */
  gluedName?(forms: readonly string[]): readonly Writing[]
  /** Verbs of the other aspect that mean the same: `сделать`: делать. */
  aspects?(form: string): readonly string[]
}

export interface LanguageOptions {
  /** How many forms one generation of the memo holds; the memo never holds more than twice as many. */
  memoSize?: number
}

const LONGEST_WORD = 40

/**
 * A language over a morphology, with a memo: a message consists of words already seen, and a dictionary takes tens of
 * microseconds for a new one. Two generations: when the young one is full, the old one is dropped, so words no one
 * uses any more fall out without a list of uses, and a flood of junk words cannot fill the memory.
 */
export function createLanguage(morphology: Morphology, options: LanguageOptions = {}): Language {
  const size = options.memoSize ?? 100_000
  let young = new Map<string, readonly string[]>()
  let old = new Map<string, readonly string[]>()

  function analyse(form: string): readonly string[] {
    const isWord = form.length > 1 && form.length <= LONGEST_WORD && (isCyrillicWord(form) || isCompound(form))
    return isWord ? morphology.lemmas(form) : [form]
  }

  function lemmas(form: string): readonly string[] {
    const known = young.get(form)
    if (known !== undefined) return known
    const found = old.get(form) ?? analyse(form)
    if (form.length > LONGEST_WORD) return found
    if (young.size >= size) {
      old = young
      young = new Map()
    }
    young.set(form, found)
    return found
  }

  function lemmasOnce(form: string): readonly string[] {
    return young.get(form) ?? old.get(form) ?? analyse(form)
  }

  const { aspects, gluedName } = morphology
  return {
    lemmas,
    lemmasOnce,
    ...(morphology.writings && {
      writings: (forms: readonly string[], isAlone = true, beside: readonly string[] = []) =>
        morphology.writings!(forms, { lemmas, isAlone, beside }),
    }),
    ...(gluedName && { gluedName }),
    ...(aspects && { aspects }),
  }
}

/** Letters and digits joined by hyphens: no tag, name or address. */
function isCompound(form: string): boolean {
  return form.includes('-') && /^[a-z0-9а-я]+(?:-[a-z0-9а-я]+)*-[a-zа-я]{2,}$/.test(form)
}

/** а-я, joined by hyphens or apostrophes; ё does not occur in a folded form. */
function isCyrillicWord(form: string): boolean {
  for (let i = 0; i < form.length; i++) {
    const code = form.charCodeAt(i)
    if (!((code >= 0x430 && code <= 0x44f) || (code === 0x2d && i > 0) || code === 0x27)) return false
  }
  return true
}
