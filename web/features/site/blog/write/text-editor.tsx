import '@mantine/tiptap/styles.css'
import { Loader } from '@mantine/core'
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useEditor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { pictureTypes } from '../../../../../contract/call.ts'
import type { ArticlePicture } from '../../../../../contract/site/blog.ts'
import { showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import view from '../read/article-view.module.css'
import { PictureWords } from './picture-words.tsx'
import { richTextParts } from './rich-text-parts.ts'
import classes from './article-dialog.module.css'
import { sendPicture } from './send-picture.ts'

/** What each button does, for anyone who does not see its picture. */
const labels: Partial<RichTextEditorLabels> = {
  boldControlLabel: 'Полужирный',
  italicControlLabel: 'Курсив',
  strikeControlLabel: 'Зачёркнутый',
  clearFormattingControlLabel: 'Убрать оформление',
  h2ControlLabel: 'Заголовок',
  h3ControlLabel: 'Подзаголовок',
  blockquoteControlLabel: 'Цитата',
  bulletListControlLabel: 'Список',
  orderedListControlLabel: 'Нумерованный список',
  codeControlLabel: 'Код в строке',
  codeBlockControlLabel: 'Код отдельно',
  hrControlLabel: 'Линия',
  linkControlLabel: 'Ссылка',
  unlinkControlLabel: 'Убрать ссылку',
  undoControlLabel: 'Отменить',
  redoControlLabel: 'Вернуть',
  linkEditorInputLabel: 'Адрес ссылки',
  linkEditorInputPlaceholder: 'https://example.ru',
  linkEditorExternalLink: 'Открывать в новой вкладке',
  linkEditorInternalLink: 'Открывать в этой вкладке',
  linkEditorSave: 'Сохранить',
}

export interface TextEditorProps {
  /** What it begins with; what comes later is left alone. */
  content: string
  onChange: (content: string) => void
}

/** The text of an article. Fetch it lazily: the editor is heavy. */
export function TextEditor({ content, onChange }: TextEditorProps) {
  const [sending, setSending] = useState(0)
  const [placed, setPlaced] = useState<{ picture: ArticlePicture; at: number | null } | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  /** @param at where it goes; null: where the cursor stands */
  async function place(file: File, at: number | null): Promise<void> {
    setSending((count) => count + 1)
    try {
      setPlaced({ picture: await sendPicture(file), at })
    } catch (error) {
      showErrorToast(sentenceOf(error))
    } finally {
      setSending((count) => count - 1)
    }
  }
  const take = (files: FileList | undefined, at: number | null): boolean => {
    const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture) void place(picture, at)
    return picture !== undefined
  }
  const editor = useEditor({
    extensions: richTextParts,
    content,
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
    editorProps: {
      attributes: { 'aria-label': 'Текст статьи', 'aria-multiline': 'true', role: 'textbox', class: view.body ?? '' },
      handlePaste: (_, { clipboardData }) =>
        clipboardData?.getData('text/html') === '' && take(clipboardData.files, null),
      handleDrop: (drawn, event, _, moved) =>
        !moved &&
        take(event.dataTransfer?.files, drawn.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null),
    },
  })

  function insert(alt: string): void {
    if (!editor || !placed) return
    const { picture, at } = placed
    const { path: src, width, height } = picture
    const image = { type: 'image', attrs: { src, alt, width, height } }
    editor
      .chain()
      .focus()
      .insertContentAt(at ?? editor.state.selection.to, image)
      .run()
    setPlaced(null)
  }
  return (
    <>
      <RichTextEditor editor={editor} labels={labels} className={classes.text}>
        <TextTools sending={sending > 0} onPicture={() => chooser.current?.click()} />
        <RichTextEditor.Content />
      </RichTextEditor>
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Файл картинки"
        hidden
        onChange={(event) => {
          take(event.currentTarget.files ?? undefined, null)
          event.currentTarget.value = ''
        }}
      />
      {placed && <PictureWords picture={placed.picture} onSay={insert} onClose={() => setPlaced(null)} />}
    </>
  )
}

function TextTools({ sending, onPicture }: { sending: boolean; onPicture: () => void }) {
  return (
    <RichTextEditor.Toolbar sticky className={classes.toolbar} role="toolbar" aria-label="Оформление текста">
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        <RichTextEditor.Control aria-label="Картинка" title="Картинка" disabled={sending} onClick={onPicture}>
          {sending ? <Loader size={14} /> : <IconPhotoPlus size={16} stroke={1.6} aria-hidden="true" />}
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
