import { useEffect, useState } from 'react'
import type { Project, ProjectFields } from '../../../../contract/watching/projects.ts'
import { fieldsOf, sameFields } from './project-fields.ts'

/** What was typed and not saved outlives a look at another page. */
const kept = new Map<number, ProjectFields>()

export interface ProjectDraft {
  fields: ProjectFields
  changed: boolean
  change: (to: Partial<ProjectFields>) => void
  /** Back to what is saved. */
  reset: () => void
}

export function useProjectDraft(project: Project): ProjectDraft {
  const [draft, setDraft] = useState(() => kept.get(project.id) ?? null)
  const saved = fieldsOf(project)
  const fields = draft ?? saved
  const changed = draft !== null && !sameFields(draft, saved)
  useEffect(() => {
    if (!changed) return
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [changed])
  const put = (next: ProjectFields | null): void => {
    if (next === null) kept.delete(project.id)
    else kept.set(project.id, next)
    setDraft(next)
  }
  return { fields, changed, change: (to) => put({ ...fields, ...to }), reset: () => put(null) }
}
