/** What other parts may ask of the blog. */
export { readPictureFile } from './pictures.ts'
export { writeRss } from './rss.ts'
