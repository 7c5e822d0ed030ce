import { Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { feedback, type FeedbackFile } from '../../../../../contract/site/feedback.ts'
import { requestOf } from '../../../../../contract/request.ts'
import { FileIcon } from '../../../../kit/ui/components/files-field.tsx'
import { bytesInWords } from '../../../../kit/ui/text/bytes-in-words.ts'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './letter-files.module.css'

interface LetterFilesProps {
  /** Its number. */
  letter: number
  files: readonly FeedbackFile[]
  label: string
}

/** What came along: pictures small, whole when pressed; the rest to be downloaded. */
export function LetterFiles({ letter, files, label }: LetterFilesProps) {
  const [open, setOpen] = useState<FeedbackFile | null>(null)
  const addressOf = ({ id }: FeedbackFile, size: 'preview' | 'whole'): string =>
    requestOf(feedback.getFeedbackFile, { id: letter, file: id, size }).url
  if (files.length === 0) return null
  return (
    <>
      <ul className={classes.files} aria-label={label}>
        {files.map((file) => (
          <li key={file.id}>
            {file.picture ? (
              <button type="button" className={classes.picture} onClick={() => setOpen(file)}>
                <img src={addressOf(file, 'preview')} alt={file.name} loading="lazy" />
              </button>
            ) : (
              <a className={classes.file} href={addressOf(file, 'whole')} download={file.name}>
                <FileIcon type="" />
                <span className={typography.truncated}>{file.name}</span>
                <span className={typography.small}>{bytesInWords(file.size)}</span>
                <IconDownload size={17} stroke={1.7} aria-hidden="true" />
              </a>
            )}
          </li>
        ))}
      </ul>
      {open?.picture && (
        <Modal opened onClose={() => setOpen(null)} title={open.name} size="min(1200px, 96vw)">
          <img
            className={classes.whole}
            src={addressOf(open, 'whole')}
            width={open.picture.width}
            height={open.picture.height}
            alt={open.name}
          />
        </Modal>
      )}
    </>
  )
}
