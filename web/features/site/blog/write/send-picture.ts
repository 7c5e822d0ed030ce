import { blogLimits, type ArticlePicture } from '../../../../../contract/site/blog.ts'
import { ownError } from '../../../../kit/calls/call-error.ts'
import { askWithFiles } from '../../../../kit/calls/send-files.ts'

/** @throws CallError */
export async function sendPicture(file: File): Promise<ArticlePicture> {
  if (file.size > blogLimits.picture) throw ownError('FILE_TOO_LARGE', { name: file.name, limit: blogLimits.picture })
  return (await askWithFiles('blog', 'uploadPicture', {}, [file])).picture
}
