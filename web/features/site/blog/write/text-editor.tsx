import '@mantine/tiptap/styles.css'
import { Loader } from '@mantine/core'
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useEditor } from '@tiptap/react'
import { useRef } from 'react'
import { pictureTypes } from '../../../../../contract/call.ts'
import view from '../read/article-view.module.css'
import { PictureWords } from './picture-words.tsx'
import { richTextParts } from './rich-text-parts.ts'
import classes from './article-dialog.module.css'
import { picturesOf, usePictures } from './use-pictures.ts'

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
  const pictures = usePictures()
  const chooser = useRef<HTMLInputElement>(null)

  const send = (files: readonly File[], at: number): boolean => {
    if (files.length > 0) void pictures.send(files, at)
    return files.length > 0
  }
  const editor = useEditor({
    extensions: richTextParts,
    content,
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
    onTransaction: ({ transaction }) => pictures.follow(transaction),
    editorProps: {
      attributes: { 'aria-label': 'Текст статьи', 'aria-multiline': 'true', role: 'textbox', class: view.body ?? '' },
      handlePaste: ({ state }, { clipboardData }) => send(picturesOf(clipboardData), state.selection.to),
      handleDrop: (drawn, { dataTransfer, clientX, clientY }, _, moved) =>
        !moved &&
        send(
          picturesOf(dataTransfer),
          drawn.posAtCoords({ left: clientX, top: clientY })?.pos ?? drawn.state.selection.to,
        ),
    },
  })
  return (
    <>
      <RichTextEditor editor={editor} labels={labels} className={classes.text}>
        <TextTools sending={pictures.sending} onPicture={() => chooser.current?.click()} />
        <RichTextEditor.Content />
      </RichTextEditor>
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Файл картинки"
        multiple
        hidden
        onChange={(event) => {
          if (editor) send([...(event.currentTarget.files ?? [])], editor.state.selection.to)
          event.currentTarget.value = ''
        }}
      />
      {editor && pictures.asked && (
        <PictureWords
          key={pictures.asked.id}
          picture={pictures.asked}
          onDescribe={(alt) => pictures.insert(editor, alt)}
          onClose={pictures.leaveOut}
        />
      )}
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
