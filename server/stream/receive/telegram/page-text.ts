/** What a person reads in a piece of a page: lines as they are seen, without the white space of the markup. */
import type { load } from 'cheerio'

/** Nodes as cheerio hands them out. */
type PageNode = Exclude<Parameters<typeof load>[0], string | Buffer | readonly unknown[]>
export type PageElement = Extract<PageNode, { tagName: string }>

const blocks = new Set(['blockquote', 'div', 'p', 'pre', 'tr', 'ul', 'ol', 'li'])

export function pageText(nodes: PageNode[]): string {
  return nodes
    .map((node) => textOf(node, false))
    .join('')
    .replace(/[ \t\u00a0]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function textOf(node: PageNode, asWritten: boolean): string {
  if (node.type === 'text') return asWritten ? node.data : node.data.replace(/[\t\n\r ]+/g, ' ')
  if (node.type !== 'tag') return ''
  if (node.name === 'br') return '\n'
  const inside = node.children.map((child) => textOf(child, asWritten || node.name === 'pre')).join('')
  return blocks.has(node.name) ? `\n${inside}\n` : inside
}
