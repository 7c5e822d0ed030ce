import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import type { ArticlePicture } from '../../../../../contract/site/blog.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { sendPicture } from './send-picture.ts'

/** What moves places: a step of the editor. */
interface Step {
  mapping: { map: (at: number) => number }
}

export interface Pictures {
  sending: boolean
  /** The one whose words are asked for; null while none is there. */
  asked: ArticlePicture | null
  /** Sends them one after the other. @param at where they go */
  send: (files: readonly File[], at: number) => Promise<void>
  /** Reports what the editor does, so that pictures that are on their way find their place. */
  follow: (step: Step) => void
  /** Puts the asked one into the text. */
  insert: (editor: Editor, alt: string) => void
  /** Leaves the asked one out. */
  leaveOut: () => void
}

/** Pictures that are on their way into a text: chosen, pasted or dropped, one or several. */
export function usePictures(): Pictures {
  const [sending, setSending] = useState(0)
  const [waiting, setWaiting] = useState<{ picture: ArticlePicture; spot: number }[]>([])
  /** Places in the text by their numbers. They move with what is written before them. */
  const spots = useRef(new Map<number, number>())
  const [first] = waiting
  const next = (): void => setWaiting((all) => all.slice(1))
  return {
    sending: sending > 0,
    asked: first?.picture ?? null,
    async send(files, at) {
      const spot = spots.current.size
      spots.current.set(spot, at)
      setSending((count) => count + 1)
      for (const file of files) {
        try {
          const picture = await sendPicture(file)
          setWaiting((all) => [...all, { picture, spot }])
        } catch (error) {
          showErrorToast(sentenceOf(error))
        }
      }
      setSending((count) => count - 1)
    },
    follow({ mapping }) {
      for (const [spot, at] of spots.current) spots.current.set(spot, mapping.map(at))
    },
    insert(editor, alt) {
      if (!first) return
      const { path: src, width, height } = first.picture
      const image = { type: 'image', attrs: { src, alt, width, height } }
      editor
        .chain()
        .focus()
        .insertContentAt(spots.current.get(first.spot) ?? editor.state.selection.to, image)
        .run()
      const { $to } = editor.state.selection
      // Chosen itself, it would be gone with the next letter that is typed.
      if ($to.nodeAfter?.isTextblock) editor.commands.setTextSelection($to.pos + 1)
      else editor.commands.createParagraphNear()
      // The next one of them goes behind it.
      spots.current.set(first.spot, $to.pos)
      next()
    },
    leaveOut: next,
  }
}

/** The pictures of what is pasted or dropped; none where there is a text, which says itself what stands in it. */
export function picturesOf(data: DataTransfer | null): File[] {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  const html = data?.getData('text/html') ?? ''
  return html === '' || isPictureAlone(html) ? pictures : []
}

/** As browsers copy a picture of a page: its address in a tag, beside the file. */
function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.textContent.trim() === '' && body.querySelectorAll('img').length === 1
}
