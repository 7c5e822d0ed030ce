/** What the editor knows of a text: as much as rules/blog/rich-text.ts lets pass. */
import { Link } from '@mantine/tiptap'
import Image from '@tiptap/extension-image'
import { Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'

/** A table that stands in the text stays as it is: it can be moved and deleted, and not written in. */
const KeptTable = Node.create({
  name: 'keptTable',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'table', getAttrs: (table) => ({ html: table.innerHTML }) }],
  renderHTML({ node }) {
    const table = document.createElement('table')
    // Of the server, clean; of the clipboard, into a document that runs nothing.
    const inert = new DOMParser().parseFromString(`<table>${String(node.attrs.html)}</table>`, 'text/html')
    table.append(...[...(inert.querySelector('table')?.children ?? [])].map(plainCopy))
    return table
  },
})

const tablePart = /^(?:TBODY|THEAD|TR|TD|TH)$/

/** Rows and cells with their words: nothing else of what was pasted. */
function plainCopy(element: Element): Element {
  const copy = document.createElement(tablePart.test(element.tagName) ? element.tagName : 'span')
  for (const child of element.childNodes) {
    if (child instanceof window.Element && tablePart.test(child.tagName)) copy.append(plainCopy(child))
    else if (child.textContent) copy.append(child.textContent)
  }
  return copy
}

/** Ours alone: what is pasted with a page of others would be thrown away by the server. */
const OwnImage = Image.extend({ parseHTML: () => [{ tag: 'img[src^="/pictures/"]' }] })

export const richTextParts = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    link: false,
  }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: 'https' }),
  OwnImage,
  KeptTable,
]
