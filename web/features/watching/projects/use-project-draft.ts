import { useEffect, useState } from 'react'
import type { Project, ProjectFields } from '../../../../contract/watching/projects.ts'
import { forgetDraft, readDraft, writeProjectDraft } from './project-draft.ts'
import { projectFieldsOf, sameFields } from './project-fields.ts'

/** What was typed and not saved outlives a look at another page. */
const kept = new Map<number, ProjectFields>()

export interface ProjectDraft {
  fields: ProjectFields
  changed: boolean
  change: (to: Partial<ProjectFields>) => void
  /** Back to what is saved. */
  reset: () => void
}

/** @param takerId the person whose words from before there was a project wait in this one's form; null: they wait elsewhere */
export function useProjectDraft(project: Project, takerId: number | null): ProjectDraft {
  const saved = projectFieldsOf(project)
  const [draft, setDraft] = useState(() => {
    const waiting = takerId === null ? null : readDraft(takerId)
    return waiting ? { ...waiting, name: waiting.name || saved.name } : (kept.get(project.id) ?? null)
  })
  const fields = draft ?? saved
  const changed = draft !== null && !sameFields(draft, saved)
  useEffect(() => {
    // What waits in the browser is not lost by leaving.
    if (!changed || takerId !== null) return
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [changed, takerId])
  const put = (next: ProjectFields | null): void => {
    if (takerId !== null && next === null) forgetDraft()
    else if (takerId !== null && next !== null) writeProjectDraft(takerId, next)
    if (next === null) kept.delete(project.id)
    else kept.set(project.id, next)
    setDraft(next)
  }
  return { fields, changed, change: (to) => put({ ...fields, ...to }), reset: () => put(null) }
}
