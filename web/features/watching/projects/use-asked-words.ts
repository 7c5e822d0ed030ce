import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ProjectFields } from '../../../../contract/watching/projects.ts'
import { draftFor, keywordsOf, readDraft, takeOverDraft, withoutKeywords, writeProjectDraft } from './project-draft.ts'

interface AskedWords {
  /** Another one whenever the address asks again: what shows a draft begins again with it. */
  visit: number
  /** What the address asked for, as a draft; null when it asked for nothing. */
  words: ProjectFields | null
}

/**
 * Takes the words of the address (`?keyword=сбер`) into the draft, and out of the address, so that a reload brings back what was
 * made of them since.
 * @param of null for a guest, otherwise the id of who is signed in
 */
export function useAskedWords(of: number | null): AskedWords {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  // At once, not after the first drawing: it is asked for with these words and no others.
  const [asked, setAsked] = useState<AskedWords & { search: string }>(() => ({
    visit: 0,
    words: takeWords(of, search),
    search,
  }))
  if (search !== asked.search) {
    const words = takeWords(of, search)
    setAsked(words ? { visit: asked.visit + 1, words, search } : { ...asked, search })
  }
  useEffect(() => {
    if (keywordsOf(search).length > 0)
      void navigate({ pathname, search: withoutKeywords(search), hash }, { replace: true })
  }, [navigate, pathname, search, hash])
  return asked
}

/** The same words taken twice are taken once. */
function takeWords(of: number | null, search: string): ProjectFields | null {
  if (of !== null) takeOverDraft(of)
  const keywords = keywordsOf(search)
  if (keywords.length === 0) return null
  const words = draftFor(keywords, readDraft(of))
  writeProjectDraft(of, words)
  return words
}
