/** Those who keep the categories: drafts, what they would bring, versions. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { createCategory, deleteCategoryDraft, saveCategoryDraft } from './change-drafts.ts'
import { getCategoryVersion, getEditedCategory, listEditedCategories } from './list-categories.ts'
import { personalEdits } from './personal-edits.ts'
import { previewCategory } from './preview.ts'
import { publishCategory, restoreCategory } from './publish.ts'

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

export const editingFeature = defineFeature({
  name: 'editing',
  handlers,
  personalData: personalEdits,
})
