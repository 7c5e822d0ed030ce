/** The forms of a place's name, parted into those that mean the place and those that mean something else as often. */
import { fold } from '../language/fold.ts'

export interface SortedForms {
  forms: string[]
  doubtfulForms: string[]
}

/** @param ambiguous the whole name means something else as often */
export function sortForms(name: string, forms: readonly string[], ambiguous: boolean): SortedForms {
  const folded = [...new Set(forms.map(fold))]
  const sure = ambiguous ? [] : folded.filter((form) => !soundsLikeAnother(form, fold(name)))
  return { forms: sure, doubtfulForms: folded.filter((form) => !sure.includes(form)) }
}

/** «под Брянском» and «в Брянском районе», «жителя Иванова» and «Иванова Мария»: the form alone does not say which. */
function soundsLikeAnother(form: string, name: string): boolean {
  if (form === name) return false
  if (/^[^ -]+(?:ск|цк)ом$/.test(form)) return true
  return /^[^ -]+(?:[ое]в|[иы]н)(?:а|у|ом|е)$/.test(form) && /(?:[ое]в|[иы]н)о$/.test(name)
}
