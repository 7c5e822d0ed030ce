/** Those who keep the categories: drafts, what they would bring, versions. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { createCategory, deleteCategoryDraft, saveCategoryDraft } from './change-drafts.ts'
import { getCategoryVersion, getEditedCategory, listEditedCategories } from './list-categories.ts'
import { personalEdits } from './personal-edits.ts'
import { previewCategory } from './preview.ts'
import { publishCategory, restoreCategory, type CountedChanges } from './publish.ts'

const handlers: Handlers<'editing'> = {
  listEditedCategories,
  getEditedCategory,
  createCategory,
  saveCategoryDraft,
  deleteCategoryDraft,
  previewCategory,
  publishCategory,
  restoreCategory,
  getCategoryVersion,
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'category-published': { category: number; version: number; note: string; changes: CountedChanges }
    'category-restored': {
      category: number
      version: number
      restored: number | null
      note: string
      changes: CountedChanges
    }
  }
}

export const editingFeature = defineFeature({
  name: 'editing',
  handlers,
  personalData: personalEdits,
  auditWords: {
    'category-published': 'Категория опубликована',
    'category-restored': 'Категория возвращена к исходной',
  },
})
