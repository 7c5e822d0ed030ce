/** The blog: read by anyone, written by editors, talked about by those who are signed in. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { commentHandlers } from './comments.ts'
import { editHandlers } from './edit-articles.ts'
import { personalBlog } from './personal-blog.ts'
import { deleteUnusedPictures, uploadPicture } from './pictures.ts'
import { listPublicArticles, readHandlers } from './read-articles.ts'

const handlers: Handlers<'blog'> = {
  ...readHandlers,
  ...commentHandlers,
  ...editHandlers,
  uploadPicture,

  async setBlogSettings({ db }, { limit }) {
    await db
      .insertInto('blogSettings')
      .values({ pageLimit: limit })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ pageLimit: limit }))
      .execute()
    return { limit }
  },
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'comment-shown': { comment: number }
    'comment-hidden': { comment: number }
    'comment-undecided': { comment: number }
    'comment-deleted': { comment: number }
    'article-created': { article: number }
    'article-published': { article: number; version: number; at: string }
    'article-withdrawn': { article: number }
    'article-deleted': { article: number; title: string }
  }
}

export const blogFeature = defineFeature({
  name: 'blog',
  handlers,
  jobs: [every('21 2 * * *', 'delete-unused-pictures', async (ctx) => void (await deleteUnusedPictures(ctx)))],
  personalData: personalBlog,
  publicAddresses: listPublicArticles,
  auditWords: {
    'article-created': 'Статья создана',
    'article-published': 'Статья опубликована или назначена к публикации',
    'article-withdrawn': 'Статья снята с публикации',
    'article-deleted': 'Статья удалена',
    'comment-shown': 'Комментарий одобрен',
    'comment-hidden': 'Комментарий скрыт',
    'comment-undecided': 'Решение о комментарии отменено',
    'comment-deleted': 'Комментарий удалён сотрудником',
  },
})
