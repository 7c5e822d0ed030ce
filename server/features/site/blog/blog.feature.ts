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

export const blogFeature = defineFeature({
  name: 'blog',
  handlers,
  jobs: [every('21 2 * * *', 'delete-unused-pictures', async (ctx) => void (await deleteUnusedPictures(ctx)))],
  personalData: personalBlog,
  publicAddresses: listPublicArticles,
})
