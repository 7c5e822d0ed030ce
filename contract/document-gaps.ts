/** Where the server fills a document that the build wrote (tools/web/documents.ts) with a page that it drew. */
export const documentGaps = {
  site: '<!--site-->',
  head: '<!--head-->',
  page: '<!--page-->',
  answers: '<!--answers-->',
} as const
